{{- define "atelier.name" -}}
{{- $name := .Release.Name -}}
{{- if not (contains "atelier" $name) }}{{ $name = printf "%s-atelier" $name }}{{ end -}}
{{- trunc 50 $name | trimSuffix "-" -}}
{{- end -}}

{{/* The labels by which pods of a role are found; they never change. */}}
{{- define "atelier.selector" -}}
app.kubernetes.io/name: atelier
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "atelier.labels" -}}
{{ include "atelier.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "atelier.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "atelier.secret" -}}
{{ .Values.existingSecret | default (include "atelier.name" .) }}
{{- end -}}

{{/* The variables that are no secret and the same for every role. */}}
{{- define "atelier.env" -}}
- { name: ATELIER_MODE, value: production }
- { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
- { name: TRUST_PROXY, value: {{ .Values.trustProxy | quote }} }
- { name: STORAGE, value: s3 }
{{- with .Values.s3.endpoint }}
- { name: S3_ENDPOINT, value: {{ . | quote }} }
{{- end }}
- { name: S3_REGION, value: {{ .Values.s3.region | quote }} }
- { name: S3_BUCKET, value: {{ .Values.s3.bucket | quote }} }
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "atelier.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "atelier.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "atelier.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "atelier.volumes" -}}
- name: data
  emptyDir: { sizeLimit: {{ .Values.temporarySpace }} }
- name: tmp
  emptyDir: { sizeLimit: {{ .Values.temporarySpace }} }
{{- end -}}

{{/* The name of a secret's hook copy, which exists before the chart's own objects do. */}}
{{- define "atelier.migrationSecret" -}}
{{ .Values.existingSecret | default (printf "%s-migrate" (include "atelier.name" .)) }}
{{- end -}}
