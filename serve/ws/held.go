package ws

import (
	"net/http"

	"graphbuild/serve/answer"
)

// maxHeldBytes is how much the answers of all connections may take together while they wait for their clients.
const maxHeldBytes = 256 << 20

// errHeld is in place of an answer for which there is no room.
var errHeld = &answer.Error{
	Status: http.StatusServiceUnavailable, Code: answer.CodeBusy, Message: "too many large answers wait for their clients: ask again, or for less",
}

// held is what the answers to one message hold.
type held struct{ answer.Held }
