package evidence

import "slices"

// A quorum is a witness by its name, or so many members of a group.
type quorum struct {
	name      string
	threshold int
	members   []*quorum
}

func anyOf(threshold int, names []string) *quorum {
	if len(names) == 0 {
		return nil
	}
	group := &quorum{threshold: threshold}
	for _, name := range names {
		group.members = append(group.members, &quorum{name: name})
	}
	return group
}

// time is since when a quorum had cosigned; false where too few have.
func (q *quorum) time(times map[string]int64) (int64, bool) {
	if q.members == nil {
		at, ok := times[q.name]
		return at, ok
	}
	var cosigned []int64
	for _, member := range q.members {
		if at, ok := member.time(times); ok {
			cosigned = append(cosigned, at)
		}
	}
	slices.Sort(cosigned)
	if len(cosigned) < q.threshold {
		return 0, false
	}
	return cosigned[q.threshold-1], true
}

func (q *quorum) witnesses() []string {
	if q.members == nil {
		return []string{q.name}
	}
	var names []string
	for _, member := range q.members {
		names = append(names, member.witnesses()...)
	}
	return names
}
