// A module of its own: the client pulls in much that the program should not depend on.
module graphbuild/internal/gremlintest

go 1.26.0

require (
	github.com/apache/tinkerpop/gremlin-go/v3 v3.7.3
	github.com/gorilla/websocket v1.5.3
	graphbuild v0.0.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	github.com/nicksnyder/go-i18n/v2 v2.4.1 // indirect
	golang.org/x/text v0.42.0 // indirect
)

replace graphbuild => ../..
