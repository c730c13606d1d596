package evidence

import (
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	serviceTimestamp = regexp.MustCompile(`\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\z`)
	webhookTimestamp = regexp.MustCompile(`\A[0-9]{1,11}\z`)
	printableASCII   = regexp.MustCompile(`\A[ -~]*\z`)
)

type signedDelivery struct {
	id, timestamp string
	seconds       int64
	signatures    []string
}

func (s signedDelivery) content(body []byte) []byte {
	return append([]byte(s.id+"."+s.timestamp+"."), body...)
}

// isContradicted says whether the headers of one scheme name another event or time than the valid signature covers, as those
// of the other scheme could: a receiver may read either.
func (s signedDelivery) isContradicted(headers deliveryHeaders) bool {
	for name, value := range map[string]string{
		"service-event-id": s.id, "webhook-id": s.id,
		"service-timestamp": time.Unix(s.seconds, 0).UTC().Format("2006-01-02T15:04:05Z"),
		"webhook-timestamp": strconv.FormatInt(s.seconds, 10),
	} {
		if told := headers[name]; told != "" && told != value {
			return true
		}
	}
	return false
}

var deliveryHeaderNames = []string{
	"service-event-id", "service-signature", "service-signature-next", "service-timestamp",
	"webhook-id", "webhook-signature", "webhook-timestamp",
}

// deliveryHeaders are the headers that identify and sign a delivery, by their names in lower case.
type deliveryHeaders map[string]string

// readDeliveryHeaders refuses a header that occurs more than once, or is no line of ASCII. Gateways hand over names that are
// not in canonical form, which Get of http.Header does not find. Proxies join repeated headers with a comma and a space (RFC 9110,
// section 5.3), which none of ours contains.
func readDeliveryHeaders(header http.Header) (deliveryHeaders, error) {
	read := deliveryHeaders{}
	for name, values := range header {
		known := strings.ToLower(name)
		if !slices.Contains(deliveryHeaderNames, known) {
			continue
		}
		for _, value := range values {
			if _, twice := read[known]; twice || !printableASCII.MatchString(value) || strings.Contains(value, ", ") {
				return nil, malformedHeader(known)
			}
			read[known] = value
		}
	}
	return read, nil
}

func malformedHeader(name string) error {
	return malformed("header.malformed", "the header "+name+" is malformed or occurs more than once")
}

func readServiceHeaders(headers deliveryHeaders) (signedDelivery, error) {
	timestamp, err := headers.required("service-timestamp")
	if err != nil {
		return signedDelivery{}, err
	}
	at, parseErr := time.Parse("2006-01-02T15:04:05Z", timestamp)
	if parseErr != nil || !serviceTimestamp.MatchString(timestamp) {
		return signedDelivery{}, malformedHeader("service-timestamp")
	}
	signed := signedDelivery{timestamp: timestamp, seconds: at.Unix()}
	signature, err := headers.required("service-signature")
	if err != nil {
		return signedDelivery{}, err
	}
	signed.signatures = append(signed.signatures, signature)
	if next := headers["service-signature-next"]; next != "" {
		signed.signatures = append(signed.signatures, next)
	}
	signed.id, err = headers.required("service-event-id")
	return signed, err
}

func readWebhookHeaders(headers deliveryHeaders) (signedDelivery, error) {
	timestamp, err := headers.required("webhook-timestamp")
	if err != nil {
		return signedDelivery{}, err
	}
	if !webhookTimestamp.MatchString(timestamp) {
		return signedDelivery{}, malformedHeader("webhook-timestamp")
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	signatures, err := headers.required("webhook-signature")
	if err != nil {
		return signedDelivery{}, err
	}
	signed := signedDelivery{timestamp: timestamp, seconds: seconds, signatures: strings.Split(signatures, " ")}
	if len(signed.signatures) > deliverySignaturesAtMost {
		return signedDelivery{}, malformedHeader("webhook-signature")
	}
	signed.id, err = headers.required("webhook-id")
	return signed, err
}

func (h deliveryHeaders) required(name string) (string, error) {
	value := h[name]
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
