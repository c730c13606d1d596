{{/* Environment variables: settings of docs/settings.md. */}}

{{- define "commonEnv" -}}
{{- with .root.Values }}
- { name: ENVIRONMENT, value: {{ .environment }} }
- { name: DATA_DIR, value: /var/lib/service }
- { name: LOG_ORIGIN, value: {{ .logOrigin | quote }} }
{{- $own := (get .apps $.app | default dict).settings | default dict }}
{{- range $name, $value := mergeOverwrite (deepCopy .settings) $own }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{/* Pods have no place of their own for what would be made; each would make something else. */}}
{{- define "podEnv" -}}
{{ include "commonEnv" . }}
- { name: MAKE_MISSING, value: 'off' }
{{- end }}

{{/* The kubelet and Prometheus come to the address of the pod. */}}
{{- define "adminEnv" -}}
- { name: ADMIN_HOST, value: 0.0.0.0 }
- { name: ADMIN_PORT, value: '3001' }
{{- end }}

{{- define "httpEnv" -}}
- { name: PORT, value: '3000' }
{{- with .Values.http }}
{{- if .tlsSecret }}
- { name: TLS_CERT_FILE, value: /etc/service/tls/tls.crt }
- { name: TLS_KEY_FILE, value: /etc/service/tls/tls.key }
{{- end }}
{{- with .trustedProxies }}
- { name: TRUSTED_PROXIES, value: {{ . | quote }} }
{{- end }}
{{- with .publicUrl }}
- { name: PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- if .oidcSecret }}
- { name: CONSOLE_OIDC_CLIENT_SECRET_FILE, value: /etc/service/oidc/client-secret }
{{- end }}
{{- if .historySecret }}
- { name: HISTORY_STREAM_URL_FILE, value: /etc/service/history/url }
- { name: HISTORY_STREAM_HEADERS_FILE, value: /etc/service/history/headers }
{{- end }}
{{- if .trustPolicy }}
- { name: TRUST_POLICY_FILE, value: /etc/service/trust-policy/trust-policy }
{{- end }}
{{- end }}
{{- end }}

{{- define "httpVolumes" -}}
{{- with .Values.http }}
{{- with .tlsSecret }}
- { name: tls, secret: { secretName: {{ . | quote }}, items: [{ key: tls.crt, path: tls.crt }, { key: tls.key, path: tls.key }] } }
{{- end }}
{{- with .oidcSecret }}
- { name: oidc, secret: { secretName: {{ . | quote }}, items: [{ key: client-secret, path: client-secret }] } }
{{- end }}
{{- with .historySecret }}
- { name: history, secret: { secretName: {{ . | quote }}, items: [{ key: url, path: url }, { key: headers, path: headers }] } }
{{- end }}
{{- with .trustPolicy }}
- { name: trust-policy, configMap: { name: {{ . | quote }}, items: [{ key: trust-policy, path: trust-policy }] } }
{{- end }}
{{- end }}
{{- end }}

{{- define "httpMounts" -}}
{{- with .Values.http }}
{{- if .tlsSecret }}
- { name: tls, mountPath: /etc/service/tls, readOnly: true }
{{- end }}
{{- if .oidcSecret }}
- { name: oidc, mountPath: /etc/service/oidc, readOnly: true }
{{- end }}
{{- if .historySecret }}
- { name: history, mountPath: /etc/service/history, readOnly: true }
{{- end }}
{{- if .trustPolicy }}
- { name: trust-policy, mountPath: /etc/service/trust-policy, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{- define "tracingEnv" -}}
{{- with .Values.tracing }}
{{- with .endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- if .headersSecret }}
- { name: OTEL_EXPORTER_OTLP_HEADERS_FILE, value: /etc/service/tracing/headers }
{{- end }}
{{- end }}
{{- end }}

{{- define "tracingVolumes" -}}
{{- with .Values.tracing.headersSecret }}
- { name: tracing, secret: { secretName: {{ . | quote }}, items: [{ key: headers, path: headers }] } }
{{- end }}
{{- end }}

{{- define "tracingMounts" -}}
{{- if .Values.tracing.headersSecret }}
- { name: tracing, mountPath: /etc/service/tracing, readOnly: true }
{{- end }}
{{- end }}

{{/* The directories that can be written; they end with the pod. */}}
{{- define "scratchVolumes" -}}
- { name: tmp, emptyDir: { sizeLimit: 64Mi } }
- { name: data, emptyDir: { medium: Memory, sizeLimit: 64Mi } }
{{- end }}

{{- define "scratchMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /var/lib/service }
{{- end }}
