import { m } from '#web/messages/compiled/messages.js'
import type { Example } from './example.ts'

/** The task in Python, with requests. */
export function pythonExample({ studio, key, model, createPath, prompt, file }: Example): string {
  return [
    'import time',
    '',
    'import requests',
    '',
    `studio = '${studio}'`,
    'api = requests.Session()',
    `api.headers['Authorization'] = 'Bearer ${key}'`,
    '',
    '',
    'def answer(response):',
    '    body = response.json()',
    '    if not response.ok:',
    "        raise SystemExit(body['error'])",
    '    return body',
    '',
    '',
    ...(file ? upload(file) : []),
    `# ${m.examples_start()}`,
    `job = answer(api.post(studio + '${createPath}', json={`,
    `    'model': ${JSON.stringify(model.id)},`,
    `    '${prompt.ours}': ${JSON.stringify(prompt.text)},`,
    ...(file ? [`    '${file.ours}': address,`] : []),
    "}))['generation']",
    '',
    `# ${m.examples_wait()}`,
    "while job['status'] in ('pending', 'processing'):",
    '    time.sleep(2)',
    "    job = answer(api.get(studio + '/api/generations/' + job['id']))",
    "if job['error_message']:",
    "    raise SystemExit(job['error_message'])",
    '',
    ...(model.result === 'text' ? printAnswer() : download()),
    '',
  ].join('\n')
}

function upload({ name, address, uploadPath, endpoint }: NonNullable<Example['file']>): string[] {
  const answerField = { image: "uploaded['imageUrl']", video: "uploaded['data']['video_url']" }[
    endpoint
  ]
  return [
    `# ${m.examples_file_in_code({ code: `open('${name}', 'rb').read()` })}`,
    `file = requests.get(studio + '${address}').content`,
    '',
    `# ${m.examples_upload()}`,
    `uploaded = answer(api.post(studio + '${uploadPath}', files={'file': ('${name}', file)}))`,
    `address = ${answerField}`,
    '',
  ]
}

function download(): string[] {
  return [
    `# ${m.examples_download()}`,
    "for media in job['images']:",
    "    name = 'result-' + media['url'].split('/')[-1]",
    "    with open(name, 'wb') as result:",
    "        result.write(api.get(media['url']).content)",
    '    print(name)',
  ]
}

function printAnswer(): string[] {
  return [`# ${m.examples_answer()}`, "print(job['answer'])"]
}
