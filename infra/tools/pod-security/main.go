// Reads pods as JSON, an array on standard input, and says which of them the level `restricted` of Pod Security
// refuses. It runs the checks of the admission controller itself.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

func main() {
	var pods []corev1.Pod
	if err := json.NewDecoder(os.Stdin).Decode(&pods); err != nil {
		fail(err)
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		fail(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	refused := 0
	for _, pod := range pods {
		for _, result := range evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec) {
			if !result.Allowed {
				refused++
				fmt.Printf("%s: %s: %s\n", pod.Name, result.ForbiddenReason, result.ForbiddenDetail)
			}
		}
	}
	if refused > 0 {
		os.Exit(1)
	}
	fmt.Printf("Pod Security restricted admits %d pods.\n", len(pods))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
