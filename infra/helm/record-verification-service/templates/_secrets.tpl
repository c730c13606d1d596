{{/* Which Secrets a pod has, and the settings that name their files. No pod has one that its code does not read. */}}

{{/* The name of an app, as names of settings have it. */}}
{{- define "inSetting" -}}
{{ . | replace "-" "_" | upper }}
{{- end }}

{{/* As JSON, the key files of an app: Secret in .Values.keys, file, setting. docs/message-keys.md says why. */}}
{{- define "keyFiles" -}}
{{- $owners := list "record-store" "credential-authority" "webhook-dispatcher" -}}
{{- $events := dict
  "verify-api" $owners
  "webhook-dispatcher" $owners
  "record-store" (list "record-store" "credential-authority")
  "credential-authority" (list "credential-authority")
  "migrate" (list "credential-authority" "webhook-dispatcher")
  "copy" (list "credential-authority" "webhook-dispatcher")
  "commands" $owners -}}
{{- $commands := dict "verify-api" $owners "migrate" list "copy" list "commands" $owners -}}
{{- $files := list -}}
{{- if has .app (list "verify-api" "copy" "commands") -}}
  {{- $files = append $files (dict "secret" "peppers" "file" "pepper" "setting" "PEPPER_FILE") -}}
{{- end -}}
{{- if has .app (list "verify-api" "webhook-dispatcher" "commands") -}}
  {{- $files = append $files (dict "secret" "sealing" "file" "sealing-keys" "setting" "SEALING_KEYS_FILE") -}}
{{- end -}}
{{- if not (has .app (list "migrate" "copy")) -}}
  {{- $files = append $files (dict "secret" "signing" "file" "signing-keys.json" "setting" "SIGNING_KEYS_FILE") -}}
{{- end -}}
{{- range get $commands .app | default (hasKey $commands .app | ternary list (list .app)) -}}
  {{- $files = append $files (dict "secret" "commands" "file" (printf "command-keys-%s" .) "setting" (printf "COMMAND_KEYS_%s_FILE" (include "inSetting" .))) -}}
{{- end -}}
{{- range get $events .app -}}
  {{- $files = append $files (dict "secret" "events" "file" (printf "event-keys-%s" .) "setting" (printf "EVENT_KEYS_%s_FILE" (include "inSetting" .))) -}}
{{- end -}}
{{- toJson $files -}}
{{- end }}

{{- define "keyEnv" -}}
{{- range include "keyFiles" . | fromJsonArray }}
- { name: {{ .setting }}, value: /etc/service/keys/{{ .file }} }
{{- end }}
{{- end }}

{{/* A projected volume follows a Secret that changes; a subPath would not. */}}
{{- define "keyVolume" -}}
- name: keys
  projected:
    sources:
      {{- range include "keyFiles" . | fromJsonArray }}
      - secret: { name: {{ index $.root.Values.keys .secret | quote }}, items: [{ key: {{ .file }}, path: {{ .file }} }] }
      {{- end }}
{{- end }}

{{- define "databaseEnv" -}}
{{- $apps := .root.Values.database.apps -}}
{{- if hasKey $apps .app }}
- { name: DATABASE_URL_FILE, value: /etc/service/database/{{ .app }} }
{{- else }}
- { name: DATABASE_OWNER_URL_FILE, value: /etc/service/database/owner }
{{- range $app, $_ := $apps }}
- { name: DATABASE_URL_{{ include "inSetting" $app }}_FILE, value: /etc/service/database/{{ $app }} }
{{- end }}
{{- end }}
{{- if .root.Values.database.allowPlaintext }}
- { name: DATABASE_ALLOW_PLAINTEXT, value: 'on' }
{{- end }}
{{- end }}

{{- define "databaseVolumes" -}}
{{- with .root.Values.database -}}
{{- $key := .key -}}
{{- $secrets := hasKey .apps $.app | ternary (pick .apps $.app) (merge (dict "owner" .owner) .apps) -}}
- name: database
  projected:
    sources:
      {{- range $role, $secret := $secrets }}
      - secret: { name: {{ $secret | quote }}, items: [{ key: {{ $key | quote }}, path: {{ $role }} }] }
      {{- end }}
{{- with .caSecret }}
- { name: database-ca, secret: { secretName: {{ . | quote }}, items: [{ key: ca.crt, path: ca.crt }] } }
{{- end }}
{{- end }}
{{- end }}

{{- define "databaseMounts" -}}
- { name: database, mountPath: /etc/service/database, readOnly: true }
{{- if .root.Values.database.caSecret }}
- { name: database-ca, mountPath: /etc/service/database-ca, readOnly: true }
{{- end }}
{{- end }}

{{/* The user of kafka.users whose name and password a pod has. `recover` reads checkpoints, as record-store does. */}}
{{- define "kafkaUser" -}}
{{- $name := eq .app "commands" | ternary "record-store" .app -}}
{{- get (.root.Values.kafka.users | default dict) $name | default dict | toJson -}}
{{- end }}

{{- define "kafkaEnv" -}}
{{- with .root.Values.kafka -}}
- { name: KAFKA_BROKERS, value: {{ join "," .brokers | quote }} }
- { name: KAFKA_TOPIC_PREFIX, value: {{ .topicPrefix | quote }} }
- { name: KAFKA_PARTITIONS, value: {{ .partitions | quote }} }
- { name: KAFKA_REPLICATION, value: {{ .replication | quote }} }
{{- if .tls }}
- { name: KAFKA_TLS, value: 'on' }
{{- if .caSecret }}
- { name: KAFKA_TLS_CA_FILE, value: /etc/service/kafka-ca/ca.crt }
{{- end }}
{{- end }}
{{- with include "kafkaUser" $ | fromJson }}
- { name: KAFKA_SASL_USERNAME, value: {{ .name | quote }} }
- { name: KAFKA_SASL_PASSWORD_FILE, value: /etc/service/kafka/password }
{{- end }}
{{- if .allowPlaintext }}
- { name: KAFKA_ALLOW_PLAINTEXT, value: 'on' }
{{- end }}
{{- end }}
{{- end }}

{{- define "kafkaVolumes" -}}
{{- with .root.Values.kafka }}
{{- if and .tls .caSecret }}
- { name: kafka-ca, secret: { secretName: {{ .caSecret | quote }}, items: [{ key: ca.crt, path: ca.crt }] } }
{{- end }}
{{- $key := .passwordKey }}
{{- with include "kafkaUser" $ | fromJson }}
- { name: kafka, secret: { secretName: {{ .secret | quote }}, items: [{ key: {{ $key | quote }}, path: password }] } }
{{- end }}
{{- end }}
{{- end }}

{{- define "kafkaMounts" -}}
{{- with .root.Values.kafka }}
{{- if and .tls .caSecret }}
- { name: kafka-ca, mountPath: /etc/service/kafka-ca, readOnly: true }
{{- end }}
{{- end }}
{{- with include "kafkaUser" . | fromJson }}
- { name: kafka, mountPath: /etc/service/kafka, readOnly: true }
{{- end }}
{{- end }}
