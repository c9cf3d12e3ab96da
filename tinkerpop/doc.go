// Package tinkerpop reads and writes property graphs in the formats of Apache TinkerPop.
package tinkerpop
