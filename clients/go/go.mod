module record-verification.example/evidence

go 1.23

require github.com/gowebpki/jcs v1.0.2
