// Calls the service with the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"example.org/shop/client"
)

func main() {
	ctx := context.Background()
	authorize := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("SERVICE_TOKEN"))
		return nil
	})
	service := must(client.NewClientWithResponses(os.Getenv("SERVICE_URL"), authorize))
	until := time.Date(2099, 12, 31, 0, 0, 0, 0, time.UTC)
	grant := client.GrantBody{Issuer: "Shop", Scope: []string{"verify"}, ValidUntil: until}
	granted := must(service.AuthoritiesGrantWithResponse(ctx, nil, grant)).JSON201
	content := "What it says."
	wanted := client.RegisterBody{AuthorityId: granted.Id, Origin: "https://shop.example/1", Content: &content}
	first := must(service.RecordsRegisterWithResponse(ctx, nil, wanted)).JSON201
	second := must(service.RecordsRegisterWithResponse(ctx, nil, wanted)).JSON201
	verified := must(service.RecordsVerifyWithResponse(ctx, nil, client.VerifyBody{RecordId: &first.Id})).JSON200
	one := 1
	query := client.RecordsListParams{AuthorityId: &granted.Id, Limit: &one}
	pages := []*client.RecordPage{must(service.RecordsListWithResponse(ctx, &query)).JSON200}
	query.Cursor = pages[0].NextCursor
	pages = append(pages, must(service.RecordsListWithResponse(ctx, &query)).JSON200)
	if pages[0].Data[0].Id != second.Id || pages[1].Data[0].Id != first.Id {
		log.Fatal("pages")
	}
	missing := must(service.RecordsReadWithResponse(ctx, "rec_missing", nil)).JSON404
	hook := client.SubscribeBody{Endpoint: "https://shop.example/hook", Categories: []client.EventCategory{"record"}}
	subscription := must(service.SubscriptionsCreateWithResponse(ctx, nil, hook)).JSON201
	fmt.Println(first.State, verified.Evidence.Verdict.Result, len(pages), missing.Error.Code, subscription.State)
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
