package evidence

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type signedDelivery struct {
	id, timestamp string
	seconds       int64
	signatures    []string
}

func (s signedDelivery) content(body []byte) []byte {
	return append([]byte(s.id+"."+s.timestamp+"."), body...)
}

func readServiceHeaders(header http.Header) (signedDelivery, error) {
	timestamp, err := requiredHeader(header, "Service-Timestamp")
	if err != nil {
		return signedDelivery{}, err
	}
	at, parseErr := time.Parse("2006-01-02T15:04:05Z", timestamp)
	if parseErr != nil || !serviceTimestamp.MatchString(timestamp) {
		return signedDelivery{}, malformed("header.malformed", "the header Service-Timestamp is malformed")
	}
	signed := signedDelivery{timestamp: timestamp, seconds: at.Unix()}
	signature, err := requiredHeader(header, "Service-Signature")
	if err != nil {
		return signedDelivery{}, err
	}
	signed.signatures = append(signed.signatures, signature)
	if next := header.Get("Service-Signature-Next"); next != "" {
		signed.signatures = append(signed.signatures, next)
	}
	signed.id, err = requiredHeader(header, "Service-Event-Id")
	return signed, err
}

func readWebhookHeaders(header http.Header) (signedDelivery, error) {
	timestamp, err := requiredHeader(header, "Webhook-Timestamp")
	if err != nil {
		return signedDelivery{}, err
	}
	if !webhookTimestamp.MatchString(timestamp) {
		return signedDelivery{}, malformed("header.malformed", "the header webhook-timestamp is malformed")
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	signatures, err := requiredHeader(header, "Webhook-Signature")
	if err != nil {
		return signedDelivery{}, err
	}
	signed := signedDelivery{timestamp: timestamp, seconds: seconds, signatures: strings.Split(signatures, " ")}
	if len(signed.signatures) > deliverySignaturesAtMost {
		return signedDelivery{}, malformed("header.malformed", "the header webhook-signature is malformed")
	}
	signed.id, err = requiredHeader(header, "Webhook-Id")
	return signed, err
}

func requiredHeader(header http.Header, name string) (string, error) {
	if len(header.Values(name)) > 1 {
		return "", malformed("header.malformed", "the header "+name+" occurs more than once")
	}
	value := header.Get(name)
	if value == "" {
		return "", malformed("header.missing", "the header "+name+" is missing")
	}
	return value, nil
}

// inTime passes on what the headers sign, if they could be read and their time is near enough.
func (o DeliveryOptions) inTime(signed signedDelivery, err error) (signedDelivery, error) {
	if err != nil {
		return signed, err
	}
	now, tolerance := o.Now, o.Tolerance
	if now.IsZero() {
		now = time.Now()
	}
	if tolerance == 0 {
		tolerance = 5 * time.Minute
	}
	age := float64(now.UnixMilli())/1000 - float64(signed.seconds)
	if math.Abs(age) <= tolerance.Seconds() {
		return signed, nil
	}
	if age > 0 {
		return signed, malformed("timestamp.too_old", "the delivery is too old")
	}
	return signed, malformed("timestamp.too_new", "the delivery is from too far ahead")
}
