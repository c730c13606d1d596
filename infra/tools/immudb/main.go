// Command immudb is an immudb server and its load in one, for npm run bench -- peers.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/codenotary/immudb/pkg/api/schema"
	immudb "github.com/codenotary/immudb/pkg/client"
	"github.com/codenotary/immudb/pkg/server"
)

const (
	bytes    = 800
	database = "bench"
	// concurrency is how many writes the database has under way at most; the default refuses 64 clients.
	concurrency = 256
)

// callFunc is one call of a client; the number differs for each.
type callFunc func(context.Context, immudb.ImmuClient, int) error

var calls = map[string]callFunc{
	"VerifiedSet": func(ctx context.Context, client immudb.ImmuClient, number int) error {
		key := fmt.Sprintf("%d/%d", time.Now().UnixNano(), number)
		_, err := client.VerifiedSet(ctx, []byte(key), make([]byte, bytes))
		return err
	},
	"VerifiedGet": func(ctx context.Context, client immudb.ImmuClient, _ int) error {
		_, err := client.VerifiedGet(ctx, []byte("example"))
		return err
	},
}

// Usage: immudb serve FOLDER PORT, or immudb CALL FOLDER PORT CALLERS SECONDS, which prints its figures.
func main() {
	words := os.Args[1:]
	if words[0] == "serve" {
		check(serve(words[1], number(words[2])))
		return
	}
	figures, err := load(calls[words[0]], words[1], number(words[2]), number(words[3]), number(words[4]))
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(figures))
}

// serve runs a server with its default settings, under which a write waits for the disk.
func serve(folder string, port int) error {
	options := server.DefaultOptions().WithDir(folder).WithAddress("127.0.0.1").WithPort(port).
		WithWebServer(false).WithPgsqlServer(false).WithMetricsServer(false)
	immuServer := server.DefaultServer().WithOptions(options)
	if err := immuServer.Initialize(); err != nil {
		return err
	}
	return immuServer.Start()
}

type figures struct {
	PerSecond float64 `json:"per_second"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
}

// connect opens a session. The client stores the state that it has verified in the folder.
func connect(ctx context.Context, folder string, port int, database string) (immudb.ImmuClient, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	client := immudb.NewClient().WithOptions(immudb.DefaultOptions().WithDir(folder).WithPort(port))
	return client, client.OpenSession(ctx, []byte("immudb"), []byte("immudb"), database)
}

// prepare makes the database and what is read from it, where they are not there.
func prepare(ctx context.Context, folder string, port int) error {
	owner, err := connect(ctx, folder, port, "defaultdb")
	if err != nil {
		return err
	}
	defer owner.CloseSession(ctx)
	settings := &schema.DatabaseNullableSettings{MaxConcurrency: &schema.NullableUint32{Value: concurrency}}
	databases, err := owner.DatabaseListV2(ctx)
	if err != nil {
		return err
	}
	for _, each := range databases.Databases {
		if each.Name == database {
			return nil
		}
	}
	if _, err := owner.CreateDatabaseV2(ctx, database, settings); err != nil {
		return err
	}
	if _, err := owner.UseDatabase(ctx, &schema.Database{DatabaseName: database}); err != nil {
		return err
	}
	_, err = owner.Set(ctx, []byte("example"), make([]byte, bytes))
	return err
}

// load calls for some seconds from clients that each wait for their answer and check its proof.
func load(call callFunc, folder string, port, callers, seconds int) (figures, error) {
	ctx := context.Background()
	if err := prepare(ctx, folder, port); err != nil {
		return figures{}, err
	}
	clients := make([]immudb.ImmuClient, callers)
	for index := range clients {
		client, err := connect(ctx, filepath.Join(folder, strconv.Itoa(index)), port, database)
		if err != nil {
			return figures{}, err
		}
		defer client.CloseSession(ctx)
		clients[index] = client
	}
	times := make([][]float64, callers)
	failures := make([]error, callers)
	began := time.Now()
	until := began.Add(time.Duration(seconds) * time.Second)
	var running sync.WaitGroup
	for index, client := range clients {
		running.Go(func() {
			for number := index; time.Now().Before(until); number += callers {
				sent := time.Now()
				if err := call(ctx, client, number); err != nil {
					failures[index] = err
					return
				}
				times[index] = append(times[index], float64(time.Since(sent).Microseconds())/1000)
			}
		})
	}
	running.Wait()
	elapsed := time.Since(began).Seconds()
	for _, err := range failures {
		if err != nil {
			return figures{}, err
		}
	}
	all := slices.Concat(times...)
	slices.Sort(all)
	return figures{float64(len(all)) / elapsed, all[len(all)/2], all[len(all)*99/100]}, nil
}

func number(word string) int {
	value, err := strconv.Atoi(word)
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
