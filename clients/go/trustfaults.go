package evidence

import "slices"

// findTrustFault says why keys cannot be trusted together; "" where they can. A key that counts twice, or a log that is its own
// witness, would make a quorum of fewer holders of keys than it says. A log may have several keys, as while it changes its key.
// others are the service's keys in its document, also those that it does not use any more.
func findTrustFault(logs, witnesses []verifierKey, others [][]byte) string {
	ofLogs, keys, names := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, log := range logs {
		if ofLogs[string(log.publicKey)] {
			return "a key of a log is named twice"
		}
		ofLogs[string(log.publicKey)] = true
	}
	for _, witness := range witnesses {
		isOther := slices.ContainsFunc(others, func(key []byte) bool { return string(key) == string(witness.publicKey) })
		switch {
		case keys[string(witness.publicKey)]:
			return "the key of a witness is named twice"
		case ofLogs[string(witness.publicKey)] || isOther:
			return "a witness has a key of the service"
		case names[witness.name]:
			return "two witnesses have one name"
		}
		keys[string(witness.publicKey)] = true
		// A bare key has no name.
		names[witness.name] = witness.name != ""
	}
	return ""
}
