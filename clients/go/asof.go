package evidence

import "strings"

// asOf is the position of the log as of which an answer holds.
type asOf struct {
	origin string
	Position
	at   string
	time int64
}

func parseAsOf(text string) (asOf, bool) {
	parts := strings.Split(text, " ")
	if len(parts) != 4 || parts[0] == "" {
		return asOf{}, false
	}
	size, isSize := readDecimal(parts[1])
	root, err := decodeBase64(parts[2])
	time, isMoment := readMoment(parts[3])
	return asOf{parts[0], Position{size, root}, parts[3], time}, isSize && isMoment && err == nil && len(root) == hashLength
}
