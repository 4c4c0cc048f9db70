import { developmentMarker } from '@atelier/demo-world/answer-question'
import { filesOf, type InputFile } from '../input-file.ts'
import type { Job } from '../jobs/job.ts'
import type { Endpoint } from './endpoints.ts'
import { address, boolean, integer, literal, string } from './input-schema.ts'

type Sentence = { start: number; end: number; text: string }

/** About how long a spoken sentence is, in seconds, and the most of them. */
const sentenceSeconds = 4
const mostSentences = 200

const sentences = {
  en: [
    'The demo engine has no speech model, so it cannot tell what is said.',
    'It can tell how long the file is, and spreads these sentences over it.',
    'With a provider of your own, the spoken words stand here.',
    'Each of them has the time at which it is said.',
  ],
  zh: [
    '演示引擎没有语音模型，无法识别所说的内容。',
    '它只知道文件的时长，并把这些句子分布其中。',
    '接入您自己的服务商后，这里会显示所说的话。',
    '每一句都附有它的时间。',
  ],
}

/** Sentences without a speech model, over the whole length of the file. */
function transcribe({ seconds, language }: { seconds: number; language: 'en' | 'zh' }): Sentence[] {
  const count = Math.min(mostSentences, Math.max(1, Math.round(seconds / sentenceSeconds)))
  const time = (index: number) => Math.round((seconds * index * 1000) / count) / 1000
  return Array.from({ length: count }, (_, index) => ({
    start: time(index),
    end: time(index + 1),
    text: sentences[language][index % sentences[language].length] ?? '',
  }))
}

/** What is heard in the file that a job names; nothing where the job's faults leave it out. */
function heard(job: Job, files: readonly InputFile[], given: Record<string, unknown>) {
  const seconds = filesOf(files, 'audio_url')[0]?.audio?.seconds ?? 1
  const isChinese = /^(zh|zho)$/.test(String(given.language ?? given.language_code))
  const language = isChinese && given.task !== 'translate' ? ('zh' as const) : ('en' as const)
  const parts = job.faults.includes('empty') ? [] : transcribe({ seconds, language })
  const text = parts.map((part) => part.text).join(language === 'zh' ? '' : ' ')
  return { language, parts, text: text && `${developmentMarker} ${text}` }
}

const tasks = literal(['transcribe', 'translate'], 'transcribe')

/** A text with the times of its sentences (docs/providers/fal.md#endpoints). */
const whisper: Endpoint = {
  id: 'fal-ai/whisper',
  schema: {
    audio_url: address('audio'),
    task: tasks,
    language: string({ optional: true, max: 3 }),
    diarize: boolean(false),
    chunk_level: literal(['none', 'segment', 'word'], 'segment'),
    version: literal(['3'], '3'),
    batch_size: integer({ min: 1, max: 64, initially: 64 }),
    prompt: string({ initially: '' }),
    num_speakers: integer({ min: 1, optional: true }),
  },
  make: async (job, given, { files }) => {
    const { language, parts, text } = heard(job, files, given)
    const chunks = parts.map(({ start, end, text }) => ({ timestamp: [start, end], text }))
    return { text, chunks, inferred_languages: [language], diarization_segments: [] }
  },
}

const wizper: Endpoint = {
  id: 'fal-ai/wizper',
  schema: {
    audio_url: address('audio'),
    task: tasks,
    language: string({ optional: true, max: 3 }),
    chunk_level: literal(['segment'], 'segment'),
    version: literal(['3'], '3'),
  },
  make: async (job, given, { files }) => {
    const { language, parts, text } = heard(job, files, given)
    const chunks = parts.map(({ start, end, text }) => ({ timestamp: [start, end], text }))
    return { text, chunks, languages: [language] }
  },
}

/** A text with the times of its words, and the spaces between them. */
const elevenSpeechToText: Endpoint = {
  id: 'fal-ai/elevenlabs/speech-to-text',
  schema: {
    audio_url: address('audio'),
    language_code: string({ optional: true, max: 3 }),
    tag_audio_events: boolean(true),
    diarize: boolean(true),
  },
  make: async (job, given, { files }) => {
    const { language, parts, text } = heard(job, files, given)
    const code = language === 'zh' ? 'zho' : 'eng'
    const words = parts.flatMap(wordsOf)
    return { text, language_code: code, language_probability: 1, words }
  },
}

function wordsOf({ start, end, text }: Sentence) {
  const parts = `${text} `.match(/\s+|[^\s]+/g) ?? []
  const time = (index: number) => start + ((end - start) * index) / parts.length
  return parts.map((part, index) => ({
    text: part,
    start: time(index),
    end: time(index + 1),
    type: part.trim() === '' ? 'spacing' : 'word',
    speaker_id: 'speaker_0',
  }))
}

export const speechToTextEndpoints: readonly Endpoint[] = [whisper, wizper, elevenSpeechToText]
