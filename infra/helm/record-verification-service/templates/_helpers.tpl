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
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
environment: {{ .root.Values.environment }}
{{- end }}

{{- define "metadata" -}}
name: {{ .root.Release.Name }}-{{ .app }}
labels: {{- include "labels" . | nindent 2 }}
{{- end }}

{{- define "podMetadata" -}}
labels:
  {{- include "labels" . | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* `user` is above the users of most machines; PostgreSQL in mode standalone needs one that the image knows. */}}
{{- define "pod" -}}
{{- $user := .user | default 10001 -}}
automountServiceAccountToken: false
# A Service named kafka would set KAFKA_PORT otherwise.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ $user }}
  runAsGroup: {{ $user }}
  fsGroup: {{ $user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values }}
{{- with .image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "container" -}}
{{- with .root.Values.image -}}
image: {{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.root.Chart.AppVersion }}{{ end }}
imagePullPolicy: {{ .pullPolicy }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
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
