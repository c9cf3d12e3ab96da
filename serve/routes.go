package serve

import "graphbuild/serve/answer"

// Routes returns all routes of the service.
func Routes() []answer.Route {
	return nil
}
