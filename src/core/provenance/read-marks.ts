import { readFile } from 'node:fs/promises'
import { librarySettings, loadC2pa } from './c2pa-library.ts'
import { generationAssertion, type Ingredient } from './rules/manifest.ts'
import { type DigitalSource, digitalSources } from './rules/mark.ts'

/**
 * The signers that are trusted: the certificates above theirs as PEM, and the serial numbers of their
 * own, in decimal. Authorities issue certificates to others, too; under one, each number occurs once.
 */
export type TrustedSigners = { anchors: string; serialNumbers: readonly string[] }

/** A file, and who is trusted. */
export type FileToRead = {
  file: { content: Uint8Array } | { from: string }
  contentType: string
  trusted: TrustedSigners
}

/**
 * What a file's manifest says. `state`: `trusted`, signed by a signer that is trusted; `valid`,
 * by another one; `invalid`, the file or the manifest was changed, `problems` are C2PA's codes.
 */
export type ManifestReport = {
  state: 'trusted' | 'valid' | 'invalid'
  problems: string[]
  generator: string | null
  /** Whom the certificate names, and who issued it. */
  signer: string | null
  issuer: string | null
  actions: { action: string; agent: string | null; source: string | null; at: string | null }[]
  /** The generation of a studio such as ours, as the manifest states it. */
  generation: { studio: string; generation: string; model: string; provider: string } | null
  ingredients: (Pick<Ingredient, 'title' | 'format' | 'relationship'> & {
    hasManifest: boolean
    generator: string | null
  })[]
}

/** The most actions and ingredients that are reported. */
const maxReported = 20

const states = { Trusted: 'trusted', Valid: 'valid', Invalid: 'invalid' } as const

/** What the library answers for a file that has no manifest, or cannot have one. */
const withoutManifest = /JumbfNotFound|UnsupportedType|NoProvenance|ProvenanceMissing/

/** What a file says of its origin, in its metadata and its manifest. */
export type FoundMarks = { source: DigitalSource | null; manifest: ManifestReport | null }

/**
 * Reads the marks of a file. Runs in a process of core/parsers. A manifest of `null`: it has
 * none.
 */
export async function readMarks({ file, contentType, trusted }: FileToRead): Promise<FoundMarks> {
  const bytes = 'from' in file ? await readFile(file.from) : Buffer.from(file.content)
  return { source: sourceIn(bytes), manifest: await readManifest(bytes, contentType, trusted) }
}

/** The source type in the metadata of any format: all of them hold its address as text. */
function sourceIn(bytes: Buffer): DigitalSource | null {
  const at = bytes.indexOf(sourceAddress)
  if (at < 0) return null
  const start = at + sourceAddress.length
  const [name] = /^\w*/.exec(bytes.toString('latin1', start, start + 60)) ?? []
  return digitalSources.find((known) => known === name) ?? null
}

const sourceAddress = 'cv.iptc.org/newscodes/digitalsourcetype/'

async function readManifest(
  bytes: Buffer,
  contentType: string,
  trusted: TrustedSigners,
): Promise<ManifestReport | null> {
  const { WasmReader } = await loadC2pa()
  try {
    using reader = await WasmReader.fromBytes(contentType, bytes, librarySettings(trusted.anchors))
    const read = toReport(JSON.parse(reader.json()), trusted)
    const isWhole = boxLabels.every((label) => bytes.includes(label))
    return isWhole ? read : { ...read, state: 'invalid', problems: ['claim.malformed'] }
  } catch (error) {
    if (error instanceof Error && error.name === 'RuntimeError') process.exit(1)
    if (withoutManifest.test(String(error instanceof Error ? error.message : error))) return null
    return unreadable
  }
}

/** The labels of a manifest's boxes, which no signature covers and the library does not compare. */
const boxLabels = ['c2pa.assertions\0', 'c2pa.claim', 'c2pa.signature\0']

const unreadable: ManifestReport = {
  ...{ state: 'invalid', problems: ['unreadable'], generator: null, signer: null, issuer: null },
  ...{ actions: [], generation: null, ingredients: [] },
}

type Json = Record<string, unknown>

function toReport(store: Json, { serialNumbers }: TrustedSigners): ManifestReport {
  const manifests = object(store.manifests)
  const active = object(manifests[String(store.active_manifest)])
  const signature = object(active.signature_info)
  const assertions = list(active.assertions)
  const data = (label: string) =>
    object(assertions.find((each) => String(each.label).startsWith(label))?.data)
  const found = states[store.validation_state as keyof typeof states] ?? 'invalid'
  const isKnown = serialNumbers.includes(String(signature.cert_serial_number))
  return {
    state: found === 'trusted' && !isKnown ? 'valid' : found,
    problems: list(store.validation_status)
      .map(({ code }) => String(code).slice(0, 200))
      .slice(0, maxReported),
    generator: generatorOf(active),
    signer: text(signature.common_name),
    issuer: text(signature.issuer),
    actions: list(data('c2pa.actions').actions)
      .slice(0, maxReported)
      .map(({ action, softwareAgent: agent, digitalSourceType: source, when }) => ({
        action: text(action) ?? '',
        agent: typeof agent === 'string' ? text(agent) : text(object(agent).name),
        source: text(source),
        at: text(when),
      })),
    generation: generationOf(data(generationAssertion)),
    ingredients: list(active.ingredients)
      .slice(0, maxReported)
      .map(({ title, format, relationship, active_manifest: manifest }) => ({
        title: text(title) ?? '',
        format: text(format) ?? '',
        relationship: relationship === 'parentOf' ? 'parentOf' : 'inputTo',
        hasManifest: typeof manifest === 'string',
        generator: typeof manifest === 'string' ? generatorOf(object(manifests[manifest])) : null,
      })),
  }
}

function generationOf({ studio, generation, model, provider }: Json): ManifestReport['generation'] {
  const [a, b, c, d] = [text(studio), text(generation), text(model), text(provider)]
  return a && b && c && d ? { studio: a, generation: b, model: c, provider: d } : null
}

function generatorOf(manifest: Json): string | null {
  const [info = {}] = list(manifest.claim_generator_info)
  const name = [text(info.name), text(info.version)].filter(Boolean).join(' ')
  return name || text(manifest.claim_generator)
}

/** A text of a manifest, which can have any author: at most 200 characters. */
function text(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 200).toWellFormed() : null
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(object) : []
}
