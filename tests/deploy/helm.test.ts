import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { Environment } from '#main/config.ts'
import { configuringVariables } from '#providers/registry.ts'
import { repository } from '#testing/product.ts'
import { hasProgram } from '#testing/programs.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const chart = path.join(repository, 'deploy/helm/atelier')
const read = (name: string) => readFile(path.join(chart, name), 'utf8')
const defaults = parse(await read('values.yaml'))
const isValid = new Ajv({ strict: false }).compile(JSON.parse(await read('values.schema.json')))

const names = [
  ...['DATABASE_URL', 'SESSION_SECRET', 'FAL_KEY', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ...['METRICS_TOKEN', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
]
const secrets = Object.fromEntries(names.map((name) => [name, 'given']))

it.each(configuringVariables.flatMap((name) => [name, `${name}_2`]))(
  'accepts %s as the one provider',
  (name) => {
    const { FAL_KEY, ...others } = secrets
    expect(isValid({ ...defaults, secrets: { ...others, [name]: 'given' } })).toBe(true)
  },
)

describe('the values of the chart', () => {
  it('accepts the defaults with secrets of either kind', () => {
    expect(isValid({ ...defaults, existingSecret: 'studio' })).toBe(true)
    expect(isValid({ ...defaults, secrets })).toBe(true)
  })

  it('rejects missing secrets, unknown values and an address without https', () => {
    expect(isValid(defaults)).toBe(false)
    const { FAL_KEY, ...incomplete } = secrets
    expect(isValid({ ...defaults, secrets: incomplete })).toBe(false)
    const ownMachines = { ...incomplete, COMFYUI_URLS: 'http://gpu1:8188' }
    expect(isValid({ ...defaults, secrets: ownMachines })).toBe(true)
    const second = { ...incomplete, OPENAI_BASE_URL_2: 'http://gpu2:8000/v1' }
    expect(isValid({ ...defaults, secrets: second })).toBe(true)
    const tenth = { ...incomplete, OPENAI_BASE_URL_10: 'http://gpu2:8000/v1' }
    expect(isValid({ ...defaults, secrets: tenth })).toBe(false)
    expect(isValid({ ...defaults, secrets, replicas: 3 })).toBe(false)
    expect(isValid({ ...defaults, secrets, publicUrl: 'http://studio.example' })).toBe(false)
    expect(isValid({ ...defaults, secrets, env: { LOG_LEVEL: 1 } })).toBe(false)
  })
})

const gopath = '/usr/share/gocode'
const hasHelm = hasProgram('helm', 'version')
const hasGo =
  hasProgram('go', 'version') && existsSync(`${gopath}/src/github.com/Masterminds/sprig`)

/** Renders the chart with Helm or, where only its template libraries are installed, with these. */
async function render(values: object): Promise<Rendered[]> {
  const directory = await createTemporaryDirectory('chart')
  onTestFinished(() => removeTemporaryDirectory(directory))
  const file = path.join(directory, 'values.yaml')
  await writeFile(file, stringify(values))
  const program = path.join(import.meta.dirname, 'helm/render-chart.go')
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: gopath, GOFLAGS: '' }
  const text = hasHelm
    ? execFileSync('helm', ['template', 'atelier', chart, '--values', file], { encoding: 'utf8' })
    : execFileSync('go', ['run', program, chart, 'atelier', file], { env, encoding: 'utf8' })
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([])
    return document.toJSON() ?? []
  })
}

type Container = {
  env: { name: string; value: unknown }[]
  envFrom: { secretRef: { name: string } }[]
  ports?: { name: string }[]
  securityContext: object
  volumeMounts: { name: string }[]
}
type Pod = {
  metadata: { labels: Record<string, string> }
  spec: {
    enableServiceLinks: boolean
    securityContext: object
    terminationGracePeriodSeconds: number
    containers: Container[]
    volumes: { name: string }[]
  }
}
type Rendered = {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  stringData?: Record<string, unknown>
  spec: {
    template: Pod
    selector: Record<string, string> & { matchLabels?: Record<string, string> }
  }
}

describe.skipIf(!hasHelm && !hasGo)('the rendered chart', () => {
  const everything = {
    secrets,
    env: { SIGNUP_CREDITS: '10' },
    web: { autoscaling: { enabled: true } },
    networkPolicy: { enabled: true, metricsFrom: [{ podSelector: {} }] },
    serviceMonitor: { enabled: true },
  }

  it('has pods that may do nothing but their work, with variables that are known', async () => {
    const objects = await render(everything)
    const pods = objects.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
    expect(pods.map(({ metadata }) => metadata.name)).toEqual([
      'atelier-web',
      'atelier-worker',
      'atelier-migrate',
    ])
    for (const { spec } of pods.map(({ spec }) => spec.template)) {
      const [container] = spec.containers
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      // Variables such as ATELIER_WEB_PORT would stop the start.
      expect(spec.enableServiceLinks).toBe(false)
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const variables = container?.env ?? []
      expect(variables.length).toBeGreaterThan(5)
      const unknown = variables.filter(
        ({ name, value }) => !(name in Environment.shape) || typeof value !== 'string',
      )
      expect(unknown).toEqual([])
      const mounts = container?.volumeMounts.map(({ name }) => name)
      expect(mounts).toEqual(spec.volumes.map(({ name }) => name))
    }
  })

  it('finds its own pods, and leaves them time to end', async () => {
    const objects = await render(everything)
    const pods = objects
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => spec.template)
    const selecting = objects.filter(({ kind }) =>
      ['Deployment', 'Service', 'PodDisruptionBudget'].includes(kind),
    )
    expect(selecting.length).toBe(6)
    for (const { metadata, spec } of selecting) {
      const selector = Object.entries(spec.selector.matchLabels ?? spec.selector)
      const found = pods.filter(({ metadata: { labels } }) =>
        selector.every(([name, value]) => labels[name] === value),
      )
      expect({ name: metadata.name, found: found.length }).toMatchObject({ found: 1 })
    }
    const [web, worker] = pods.map(({ spec }) => spec.terminationGracePeriodSeconds)
    // docs/operate.md#4-as-a-service: 30 s for requests after 5 s in the pod's preStop; 90 s for steps.
    expect(web).toBeGreaterThan(35)
    expect(worker).toBeGreaterThan(90)
  })

  it('migrates with a secret that exists before the first installation', async () => {
    const objects = await render(everything)
    const job = objects.find(({ kind }) => kind === 'Job')
    const name = job?.spec.template.spec.containers[0]?.envFrom[0]?.secretRef.name
    const secret = objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)
    expect(secret?.metadata.annotations).toMatchObject({
      'helm.sh/hook': job?.metadata.annotations?.['helm.sh/hook'],
    })
    expect(secret?.stringData).toEqual(secrets)
  })

  it('names the operator’s secret where there is one', async () => {
    const objects = await render({ existingSecret: 'studio' })
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const used = objects.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    const named = used.flatMap(({ envFrom }) => envFrom.map(({ secretRef }) => secretRef.name))
    expect(named).toEqual(['studio', 'studio', 'studio'])
  })
})
