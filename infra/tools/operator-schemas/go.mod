module tools/operator-schemas

go 1.26.0

require (
	github.com/cert-manager/cert-manager v1.21.2
	github.com/cloudnative-pg/cloudnative-pg v1.27.0
	github.com/cloudnative-pg/plugin-barman-cloud v0.15.0
	github.com/external-secrets/external-secrets v1.3.2
	github.com/kedacore/keda/v2 v2.21.0
	github.com/prometheus-operator/prometheus-operator v0.85.0
	sigs.k8s.io/gateway-api v1.5.0
)
