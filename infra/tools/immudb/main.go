// Starts immudb, and measures its verified writes and reads: a peer that `npm run bench -- peers` compares with.
//
//	immudb serve DIRECTORY PORT
//	immudb create DIRECTORY PORT
//	immudb load DIRECTORY PORT set|get CALLERS SECONDS
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/codenotary/immudb/pkg/api/schema"
	"github.com/codenotary/immudb/pkg/client"
	"github.com/codenotary/immudb/pkg/server"
)

// KEYS is how many keys are read.
const KEYS = 1000

const (
	database    = "bench"
	concurrency = 256
)

// valueSize is about that of a record's element in bytes.
const valueSize = 700

func main() {
	switch words := os.Args[1:]; words[0] {
	case "serve":
		serve(words[1], number(words[2]))
	case "create":
		create(words[1], number(words[2]))
	case "load":
		load(words[1], number(words[2]), words[3], number(words[4]), number(words[5]))
	}
}

// serve runs with the defaults: each commit is synced before it is answered.
func serve(directory string, port int) {
	options := server.DefaultOptions().
		WithDir(directory).WithPort(port).WithAddress("127.0.0.1").
		WithMetricsServer(false).WithWebServer(false).WithPgsqlServer(false)
	running := server.DefaultServer().WithOptions(options)
	must(running.Initialize())
	must(running.Start())
}

// create makes the database. By default immudb refuses more than 30 writes at a time.
func create(directory string, port int) {
	context := context.Background()
	settings := &schema.DatabaseNullableSettings{MaxConcurrency: &schema.NullableUint32{Value: concurrency}}
	_, err := open(context, directory, port, "defaultdb").CreateDatabaseV2(context, database, settings)
	must(err)
}

type caller struct {
	client  client.ImmuClient
	number  int
	latency []time.Duration
}

// load runs callers, each with its own client and state. A caller sends its next request after the answer to the last one.
func load(directory string, port int, what string, callers, seconds int) {
	context := context.Background()
	all := make([]*caller, callers)
	for n := range all {
		all[n] = &caller{client: open(context, filepath.Join(directory, what, strconv.Itoa(n)), port, database), number: n}
	}
	if what == "get" {
		for n := range KEYS {
			_, err := all[0].client.Set(context, key(n), value())
			must(err)
		}
	}
	var group sync.WaitGroup
	started := time.Now()
	until := started.Add(time.Duration(seconds) * time.Second)
	for _, each := range all {
		group.Go(func() { each.repeat(context, what, until) })
	}
	group.Wait()
	elapsed := time.Since(started).Seconds()
	var latencies []time.Duration
	for _, each := range all {
		latencies = append(latencies, each.latency...)
		// The server bounds its sessions.
		must(each.client.CloseSession(context))
	}
	slices.Sort(latencies)
	percentile := func(share float64) float64 {
		return latencies[int(share*float64(len(latencies)-1))].Seconds() * 1000
	}
	must(json.NewEncoder(os.Stdout).Encode(map[string]float64{
		"perSecond": float64(len(latencies)) / elapsed, "p50": percentile(0.5), "p99": percentile(0.99),
	}))
}

func open(context context.Context, directory string, port int, name string) client.ImmuClient {
	must(os.MkdirAll(directory, 0o700))
	opened := client.NewClient().WithOptions(client.DefaultOptions().WithAddress("127.0.0.1").WithPort(port).WithDir(directory))
	must(opened.OpenSession(context, []byte("immudb"), []byte("immudb"), name))
	return opened
}

func (c *caller) repeat(context context.Context, what string, until time.Time) {
	for n := 0; time.Now().Before(until); n++ {
		began := time.Now()
		var err error
		if what == "set" {
			_, err = c.client.VerifiedSet(context, fmt.Appendf(nil, "%d/%d/%d", began.UnixNano(), c.number, n), value())
		} else {
			_, err = c.client.VerifiedGet(context, key(rand.IntN(KEYS)))
		}
		must(err)
		c.latency = append(c.latency, time.Since(began))
	}
}

func key(n int) []byte { return fmt.Appendf(nil, "record/%d", n) }

func value() []byte {
	bytes := make([]byte, valueSize)
	for n := range bytes {
		bytes[n] = byte(rand.IntN(256))
	}
	return bytes
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	must(err)
	return value
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
