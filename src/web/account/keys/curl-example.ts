import { m } from '#web/messages/compiled/messages.js'
import type { Example } from './example.ts'

/** The task for a terminal: bash or zsh, with curl only. */
export function curlExample({ studio, key, model, createPath, prompt, file }: Example): string {
  const body = [
    `  "model": ${inQuotes(model.id)}`,
    `  ${inQuotes(prompt.ours)}: ${inQuotes(prompt.text)}`,
    ...(file ? [`  ${inQuotes(file.ours)}: "'"$ADDRESS"'"`] : []),
  ]
  return [
    `STUDIO='${studio}'`,
    `KEY='${key}'`,
    'call() { curl -sS -H "Authorization: Bearer $KEY" "$@"; }',
    `field() { sed -nE 's/.*"'"$1"'":\\[?"(([^"\\]|\\\\.)*)".*/\\1/p'; }`,
    '',
    ...(file ? upload(file) : []),
    `# ${m.examples_start()}`,
    `JOB=$(call "$STUDIO${createPath}" -H 'Content-Type: application/json' -d '{`,
    `${body.join(',\n')}`,
    `}')`,
    `ID=$(printf '%s' "$JOB" | field job_id)`,
    `[ -n "$ID" ] || printf '%s\\n' "$JOB"`,
    '',
    `# ${m.examples_wait()}`,
    'STATUS=pending',
    'while [ "$STATUS" = pending ] || [ "$STATUS" = processing ]; do',
    '  sleep 2',
    '  JOB=$(call "$STUDIO/api/generations/$ID")',
    `  STATUS=$(printf '%s' "$JOB" | field status)`,
    'done',
    '',
    ...(model.result === 'text' ? answer() : download(model.result)),
    '',
  ].join('\n')
}

function upload({ name, address, uploadPath, endpoint }: NonNullable<Example['file']>): string[] {
  const answerField = { image: 'imageUrl', video: 'video_url' }[endpoint]
  return [
    `# ${m.examples_file({ name })}`,
    `curl -sS -o ${name} "$STUDIO${address}"`,
    '',
    `# ${m.examples_upload()}`,
    `ADDRESS=$(call "$STUDIO${uploadPath}" -F file=@${name} | field ${answerField})`,
    '',
  ]
}

const resultFields = {
  images: 'image_urls',
  video: 'original_video_url',
  audio: 'audio_url',
  mesh: 'mesh_url',
} as const

function download(result: keyof typeof resultFields): string[] {
  return [
    `# ${m.examples_download()}`,
    `URL=$(printf '%s' "$JOB" | field ${resultFields[result]})`,
    `if [ -n "$URL" ]; then`,
    `  call -o "result.\${URL##*.}" "$URL" && echo "result.\${URL##*.}"`,
    'else',
    `  printf '%s\\n' "$JOB"`,
    'fi',
  ]
}

function answer(): string[] {
  return [`# ${m.examples_answer()}`, `printf '%b\\n' "$(printf '%s' "$JOB" | field answer)"`]
}

/** A JSON text between single quotes of a shell. */
function inQuotes(text: string): string {
  return JSON.stringify(text).replaceAll("'", `'\\''`)
}
