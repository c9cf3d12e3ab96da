// Command service FILE.graph [ADDRESS] answers GET /route?from=LAT,LON&to=LAT,LON over a graph file, on 127.0.0.1:8080 where no
// address is given: what a routing service of one's own can start from. It links no parser, and is ready as soon as it runs. Map
// data © OpenStreetMap contributors, ODbL.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"
	"sync"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		log.Fatal("usage: service FILE.graph [ADDRESS]")
	}
	address := "127.0.0.1:8080"
	if len(os.Args) == 3 {
		address = os.Args[2]
	}
	g, err := graph.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	log.Printf("http://%s/route?from=LAT,LON&to=LAT,LON", address)
	server := http.Server{Addr: address, Handler: handler(g), ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute}
	log.Fatal(server.ListenAndServe())
}

// handler answers queries by car. A graph and its router may be shared by all requests; a search belongs to one.
func handler(g *graph.Graph) http.Handler {
	router := route.NewRouter(g)
	searches := sync.Pool{New: func() any { return router.NewSearch() }}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /route", func(w http.ResponseWriter, r *http.Request) {
		from, err1 := position(r.FormValue("from"))
		to, err2 := position(r.FormValue("to"))
		if err1 != nil || err2 != nil {
			http.Error(w, "from and to must be LAT,LON in degrees", http.StatusBadRequest)
			return
		}
		search := searches.Get().(*route.Search)
		search.SetContext(r.Context()) // it ends when the client is gone
		answer, err := search.Route(route.Query{From: from, To: to, Mode: facts.Car})
		searches.Put(search) // not by defer: one that panicked is not fit for another query
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{
			"status": answer.Status.String(), "distance_m": math.Round(answer.DistanceM), "duration_s": math.Round(answer.DurationS),
		})
	})
	return mux
}

func position(text string) (geometry.Point, error) {
	var lat, lon float64
	if _, err := fmt.Sscanf(text, "%f,%f", &lat, &lon); err != nil {
		return geometry.Point{}, err
	}
	return geometry.FromDegrees(lon, lat)
}
