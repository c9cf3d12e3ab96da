package answer

import "testing"

// TestWithoutScope: handlers that stand alone, without a service around them, are bound by the usual limits and by no budget.
func TestWithoutScope(t *testing.T) {
	ctx := t.Context()
	if !HeldOf(ctx).Take(1<<30) || LimitsOf(ctx) != Default() {
		t.Error("bound by something")
	}
	held := Held{Budget: AnswersOf(ctx)}
	if !held.Take(1 << 30) {
		t.Error("answers are bound by something")
	}
}
