{{/* Most take `{ app, root }`: the name of an app or a Job, and what Helm gives to a template. */}}

{{- define "selector" -}}
app.kubernetes.io/name: {{ .app }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- end }}

{{/* All pods of the release: a chart around this one may have others of the same instance. Takes what Helm gives. */}}
{{- define "releaseSelector" -}}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/part-of: record-verification-service
{{- end }}

{{- define "labels" -}}
app.kubernetes.io/name: {{ .app }}
{{ include "releaseSelector" .root }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | replace "+" "_" | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version | replace "+" "_" }}
environment: {{ .root.Values.environment }}
{{- end }}

{{/* A Service has at most 63 characters, a letter first and no dot; a release may have what it may not. */}}
{{- define "name" -}}
{{- $release := .root.Release.Name -}}
{{- $most := sub 62 (len .app) | int -}}
{{- if not (and (regexMatch "^[a-z][-a-z0-9]*$" $release) (le (len $release) $most)) -}}
  {{- $letters := regexReplaceAll "^([0-9])" (replace "." "-" $release) "r$1" -}}
  {{- $release = printf "%s-%s" (trunc (int (sub $most 9)) $letters | trimSuffix "-") (sha256sum $release | trunc 8) -}}
{{- end -}}
{{ $release }}-{{ .app }}
{{- end }}

{{/* `labels` may add some. */}}
{{- define "metadata" -}}
name: {{ include "name" . }}
labels:
  {{- include "labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* As JSON: the pod of the values, and over it that of the app. */}}
{{- define "podValues" -}}
{{- $own := (get .root.Values.apps .app | default dict).pod | default dict -}}
{{- mergeOverwrite (deepCopy .root.Values.pod) $own | toJson -}}
{{- end }}

{{- define "podMetadata" -}}
{{- $pod := include "podValues" . | fromJson -}}
labels:
  {{- include "labels" . | nindent 2 }}
  {{- with $pod.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $pod.annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Of PostgreSQL in mode standalone the image knows one user alone, `user`. */}}
{{- define "pod" -}}
{{- $pod := include "podValues" . | fromJson -}}
{{- $user := dict -}}
{{- with .user }}{{ $user = dict "runAsUser" . "runAsGroup" . "fsGroup" . }}{{ end -}}
automountServiceAccountToken: false
# A Service named kafka would set KAFKA_PORT otherwise.
enableServiceLinks: false
securityContext: {{- mergeOverwrite $pod.securityContext $user | toYaml | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- range $member := list "serviceAccountName" "priorityClassName" "nodeSelector" "affinity" "tolerations" "initContainers" }}
{{- with get $pod $member }}
{{ $member }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "container" -}}
{{- with .root.Values.image -}}
image: {{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default ($.root.Chart.AppVersion | replace "+" "_") }}{{ end }}
imagePullPolicy: {{ .pullPolicy }}
{{- end }}
securityContext: {{- (include "podValues" . | fromJson).containerSecurityContext | toYaml | nindent 2 }}
{{- end }}

{{/* Takes `{ app, root, member }`: env, volumes or volumeMounts that the values add. */}}
{{- define "added" -}}
{{- with get (include "podValues" . | fromJson) .member }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{- define "probes" -}}
# Node.js listens after two seconds or so; an earlier probe would make a Warning of each start.
startupProbe: { httpGet: { path: /livez, port: admin }, initialDelaySeconds: 2, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: {{ .starts | default 60 }} }
# Neither looks at the broker or the database: one that is down must not restart all pods.
livenessProbe: { httpGet: { path: /livez, port: admin }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
readinessProbe: { httpGet: { path: /readyz, port: admin }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }
{{- end }}

{{- define "answeringApp" -}}
{{ eq .Values.mode "apps" | ternary "verify-api" .Values.mode }}
{{- end }}

{{/* Takes `networkPolicy` of the values. An empty list of peers would allow everything. */}}
{{- define "dnsEgress" -}}
{{- with .dns -}}
- to: {{- toYaml . | nindent 4 }}
  ports: [{ protocol: UDP, port: {{ $.dnsPort }} }, { protocol: TCP, port: {{ $.dnsPort }} }]
{{- end }}
{{- end }}

{{/* Takes `to` and `port`. */}}
{{- define "egress" -}}
{{- if .to -}}
- to: {{- toYaml .to | nindent 4 }}
  ports: [{ protocol: TCP, port: {{ .port }} }]
{{- end }}
{{- end }}
