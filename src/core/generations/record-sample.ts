import { v7 as uuid } from 'uuid'
import { searchTerms, termsOfAnswer } from '#core/history/search-term-rules.ts'
import { fileTypeOf, headLength } from '#core/media/file-type.ts'
import { inspectFile } from '#core/media/inspect-file.ts'
import { makeThumbnails } from '#core/media/make-thumbnails.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { oneChunk, storeFile } from '#core/media/stored-files.ts'
import type { ResolveInputsParts } from '#core/media/uploads/resolve-inputs.ts'
import { type TakeUploadParts, takeUpload } from '#core/media/uploads/take-upload.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { mediumOf } from '#core/provenance/mark-result.ts'
import { fixedSettings } from '#core/settings/studio-settings.ts'
import { prepareInput, resolveInputFiles } from './prepare-input.ts'
import { endGeneration, type ResultFile } from './queries/end-generation.ts'
import { backdate, sampleName } from './queries/generations.ts'
import { chargeAndInsert } from './queries/start-generation.ts'
import type { Transcript } from './rules/transcript.ts'

/** A finished sample, and what is to be done with it: words that features know. */
export type RecordedSample = { accountId: string; id: string; uses: readonly string[] }

/** What a feature does with a sample, such as putting it where people find it. */
export type UseSample = (context: AllParts, sample: RecordedSample) => Promise<void>

declare module '#core/parts.ts' {
  interface Contributions {
    /** Called with each sample of the demo. */
    whenSampled: readonly UseSample[]
  }
}

export type Sample = {
  accountId: string
  model: Model
  /** The input of a create request, without its files. */
  input: Record<string, unknown>
  /** The input files, by field. */
  files: Readonly<Record<string, Uint8Array>>
  daysAgo: number
  results: readonly Uint8Array[]
  answer: string | null
  transcript?: Transcript | null
}

/**
 * Records a finished sample generation with a date some days ago; returns its id. It costs nothing,
 * has no entry in the ledger, and counts in no figures: no person started it.
 */
export async function recordSample(context: ResolveInputsParts, sample: Sample): Promise<string> {
  const { accountId, model } = sample
  const id = uuid()
  const asked = { ...sample.input, ...(await uploadFiles(context, sample)) }
  const {
    input: parsed,
    price: { quantity },
  } = prepareInput(
    {
      contributions: context.contributions,
      settings: fixedSettings(context.contributions.settings),
    },
    model,
    asked,
  )
  const { input, inputs } = await resolveInputFiles(context, {
    accountId,
    origins: [],
    model,
    input: parsed,
  })
  const media = await Promise.all(
    sample.results.map((file, position) => storeSample(context, { id, accountId }, file, position)),
  )

  await context.database.transaction().execute(async (transaction) => {
    await chargeAndInsert(
      transaction,
      {
        id,
        account_id: accountId,
        request_id: sampleName(id),
        kind: model.kind,
        generation_type: model.generationType,
        model: model.id,
        providers: [model.provider],
        model_version: model.version,
        input,
        inputs,
        price: 0,
        isUncharged: true,
        requested: quantity,
        is_public: true,
        is_sample: true,
        deadline: 0,
        terms: searchTerms(model, { model: model.id, mode: model.generationType, input }),
      },
      { startChecks: context.contributions.startChecks },
    )
    await endGeneration(transaction, {
      id,
      accountId,
      leaseToken: null,
      status: 'completed',
      refund: 0,
      answer: sample.answer,
      transcript: sample.transcript ?? null,
      ...(model.kind === 'transcription' && { terms: termsOfAnswer(sample.answer ?? '') }),
      media,
    })
    await backdate(transaction, { id, accountId }, sample.daysAgo)
  })
  await makeThumbnails(context, id)
  return id
}

/** Uploads its files as any account would. Returns their addresses, by field. */
async function uploadFiles(context: TakeUploadParts, { accountId, model, files }: Sample) {
  const brought = Object.entries(files).map(async ([field, file]) => {
    const media = await takeUpload(context, {
      accountId,
      accept: acceptOf(model, field),
      body: oneChunk(file),
    })
    return [field, mediaAddress(media, field)] as const
  })
  return Object.fromEntries(await Promise.all(brought))
}

function acceptOf({ fields }: Model, field: string): Accept {
  const control = fields[field]?.control
  return control?.kind === 'file' ? control.accept : 'image'
}

async function storeSample(
  context: Parts<'database' | 'parsers' | 'storage'>,
  { id, accountId }: { id: string; accountId: string },
  file: Uint8Array,
  position: number,
): Promise<ResultFile> {
  const type = fileTypeOf(file.subarray(0, headLength))
  if (!type) throw new Error('A sample has no supported file type')
  const key = `generations/${id.slice(-2)}/${id}-${position}.${type.extension}`
  const { contentType } = type
  const stored = await storeFile(context, key, oneChunk(file), {
    maxBytes: file.length,
    contentType,
  })
  const medium = mediumOf(contentType)
  const inspected = await inspectFile(context, accountId, {
    key,
    bytes: stored.bytes,
    type,
    medium,
    requiresAudio: false,
  })
  const { width, height, durationMs, fps } = inspected
  const measures = { width, height, duration_ms: durationMs, fps }
  return {
    id: uuid(),
    position,
    storage_key: key,
    content_type: contentType,
    ...stored,
    ...measures,
  }
}
