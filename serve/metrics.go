package serve

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"graphbuild/serve/graphs"
)

// metrics are what Prometheus reads.
type metrics struct {
	registry       *prometheus.Registry
	requests       *prometheus.CounterVec   // by route and code
	seconds        *prometheus.HistogramVec // by route
	swaps          *prometheus.CounterVec   // by graph and result
	inFlight       prometheus.Gauge
	panics, faults prometheus.Counter
	none           *routeMetrics // of requests without a route
}

// latencies are the bounds of the histogram in seconds: a short route takes a tenth of a millisecond.
func latencies() []float64 {
	return []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
}

func newMetrics(set *graphs.Set) *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Name: "graphbuild_" + name, Help: help}
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(counter("requests_total", "Requests answered."), []string{"route", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "graphbuild_request_seconds", Help: "Time from the header of a request to the end of its answer.", Buckets: latencies(),
		}, []string{"route"}),
		swaps:    prometheus.NewCounterVec(counter("swaps_total", "New files that were to take the place of a graph, by what became of them."), []string{"graph", "result"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "graphbuild_requests_in_flight", Help: "Requests under way."}),
		panics:   prometheus.NewCounter(counter("panics_total", "Handlers that panicked.")),
		faults:   prometheus.NewCounter(counter("graph_faults_total", "Requests that found a graph damaged.")),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.swaps, m.inFlight, m.panics, m.faults, graphCollector{set},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.none = m.route("none")
	return m
}

// routeMetrics are those of one route.
type routeMetrics struct {
	name    string
	all     *metrics
	seconds prometheus.Observer
}

func (m *metrics) route(name string) *routeMetrics {
	return &routeMetrics{name, m, m.seconds.WithLabelValues(name)}
}

// done counts a request.
func (r *routeMetrics) done(status int, took time.Duration) {
	r.all.requests.WithLabelValues(r.name, strconv.Itoa(status)).Inc()
	if status != http.StatusSwitchingProtocols {
		r.seconds.Observe(took.Seconds())
	}
}

// swapped counts a swap.
func (m *metrics) swapped(graph, result string) { m.swaps.WithLabelValues(graph, result).Inc() }

// handler answers /metrics.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// graphCollector tells what is served.
type graphCollector struct {
	set *graphs.Set
}

func graphDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("graphbuild_"+name, help, labels, nil)
}

// Describe describes nothing: the collector is unchecked, as its values come and go with graphs.
func (c graphCollector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the facts of each graph.
func (c graphCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(name, help string, value float64, labels ...string) {
		keys := []string{"graph", "etag"}[:len(labels)]
		out <- prometheus.MustNewConstMetric(graphDesc(name, help, keys...), prometheus.GaugeValue, value, labels...)
	}
	if gate := c.set.Gate(); gate != nil {
		gauge("requests_working", "Requests that have a place for work.", float64(gate.Working()))
		gauge("requests_waiting", "Requests that wait for a place.", float64(gate.Waiting()))
	}
	for _, name := range c.set.Names() {
		g, release, err := c.set.Acquire(name)
		if err != nil {
			continue
		}
		gauge("graph_info", "The graphs that are served.", 1, name, g.ETag)
		gauge("graph_file_bytes", "Length of the file of a graph.", float64(g.File.FileBytes()), name)
		gauge("graph_vertices", "Vertices of a graph.", float64(g.File.NumVertices()), name)
		gauge("graph_edges", "Edges of a graph.", float64(g.File.Meta().Stats.Edges.Total), name) // as inspect and verify count them
		gauge("graph_stops", "Stops of a graph.", float64(g.File.NumStops()), name)
		gauge("graph_loaded_timestamp_seconds", "When a graph was opened.", float64(g.Loaded.UnixMilli())/1000, name)
		release()
		c.collectNews(out, name)
	}
}
