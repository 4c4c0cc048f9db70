/** The media type of a result file, whatever its format; a `mesh` is a 3D object. */
export type Medium = 'image' | 'video' | 'audio' | 'mesh'

/**
 * How pages show the results of a kind: images, images beside their original, a video, a player, a
 * text, a text with its times, or a 3D object that can be turned.
 */
export type Display = 'images' | 'edits' | 'video' | 'audio' | 'answer' | 'transcript' | 'mesh'

export type KindFacts = {
  /** `POST` to this path creates a generation (docs/spec/api.md#routes). */
  createPath: `/api/${string}`
  /** What that call does, for the reference of the API. */
  createSummary: string
  /** The field of the generation type in that call; without one the model says the type. */
  typeField?: 'image_generation_type' | 'video_generation_type' | 'audio_generation_type'
  /**
   * The fields of the model in that call; the first one present wins. Without one: the first model
   * of its type, or of the kind.
   */
  modelFields: readonly ('model' | 'modelId' | 'model_type')[]
  /** The generation type of its first form, and the page of that form. */
  generationType: string
  /** Further types that have a form. */
  otherTypes?: readonly string[]
  formPath: `/creator/${string}`
  /**
   * The history is read and changed below this path, `pageSize` records at a time
   * (docs/spec/history.md#list).
   */
  historyPath: `/api/${string}`
  pageSize: number
  /** The path at which the provider reports that a job has ended (docs/spec/api.md#webhooks). */
  webhookPath: `/api/${string}`
  /**
   * What a result can contain. Image understanding, transcription and text return no file; audio
   * is returned alone or with its video.
   */
  media: readonly Medium[]
  display: Display
  /** Waiting is shown as “processing” (docs/spec/history.md#list). */
  hidesWaiting?: true
  /** How long a generation may stay open after its creation. Then it fails and is refunded. */
  deadlineMs: number
  /** How long a job usually takes at the provider, its queue included. */
  usualMs: number
  /** How often a page polls an open generation while no events arrive. */
  pollMs: number
  /** The word for its files in the name of a download. */
  fileNoun: string
  /** `feature_type` of its records (docs/spec/history.md#record). */
  featureType: string
}

const second = 1_000
const minute = 60 * second

/**
 * The kinds of generations, with the facts that all other modules use. ARCHITECTURE.md says what
 * else a kind needs.
 */
export const kindFacts = {
  image: {
    createPath: '/api/image-generation/create',
    createSummary: 'Make images',
    typeField: 'image_generation_type',
    modelFields: ['model'],
    generationType: 'text-to-image',
    otherTypes: ['image-to-image'],
    formPath: '/creator/image/text-to-image',
    historyPath: '/api/image-generation',
    pageSize: 20,
    webhookPath: '/api/wan/getImageResult',
    media: ['image'],
    display: 'images',
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 3 * second,
    fileNoun: 'images',
    featureType: 'flux1-create',
  },
  'image-editing': {
    createPath: '/api/image-editor/create',
    createSummary: 'Edit an image',
    modelFields: ['model_type', 'model'],
    generationType: 'image-editing',
    formPath: '/creator/ai-image-editor',
    historyPath: '/api/image-editor',
    pageSize: 10,
    webhookPath: '/api/wan/getImageResult',
    media: ['image'],
    display: 'edits',
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 3 * second,
    fileNoun: 'edited-images',
    featureType: 'image-editor',
  },
  video: {
    createPath: '/api/wan/createVideo',
    createSummary: 'Make a video',
    typeField: 'video_generation_type',
    modelFields: ['model', 'modelId'],
    generationType: 'text-to-video',
    otherTypes: [
      'text-to-video-pro',
      'image-to-video',
      'image-to-video-pro',
      'first-to-last-frame',
      'vace',
      'video-to-video',
      'lip-sync',
      'wan-v2-2-5b',
      'wan-v2-2-a14b',
    ],
    formPath: '/creator/video/text-to-video',
    historyPath: '/api/video-generation',
    pageSize: 10,
    webhookPath: '/api/wan/getResult',
    media: ['video'],
    display: 'video',
    deadlineMs: 30 * minute,
    usualMs: 2.5 * minute,
    pollMs: 5 * second,
    fileNoun: 'videos',
    featureType: 'video-create',
  },
  audio: {
    createPath: '/api/wan/createAudio',
    createSummary: 'Make the audio of a video, or audio from audio',
    typeField: 'audio_generation_type',
    modelFields: ['model'],
    generationType: 'video-to-audio',
    otherTypes: ['audio-to-audio'],
    formPath: '/creator/video-to-audio',
    historyPath: '/api/audio-generation',
    pageSize: 10,
    webhookPath: '/api/wan/getAudioResult',
    media: ['audio', 'video'],
    display: 'audio',
    hidesWaiting: true,
    deadlineMs: 10 * minute,
    usualMs: minute,
    pollMs: 3 * second,
    fileNoun: 'sounds',
    featureType: 'video-to-audio',
  },
  speech: {
    createPath: '/api/speech/create',
    createSummary: 'Make speech from a text',
    modelFields: ['model'],
    generationType: 'text-to-speech',
    formPath: '/creator/text-to-speech',
    historyPath: '/api/speech',
    pageSize: 10,
    webhookPath: '/api/wan/getAudioResult',
    media: ['audio'],
    display: 'audio',
    deadlineMs: 10 * minute,
    usualMs: 20 * second,
    pollMs: 3 * second,
    fileNoun: 'speech-recordings',
    featureType: 'text-to-speech',
  },
  music: {
    createPath: '/api/music/create',
    createSummary: 'Make music from a description',
    modelFields: ['model'],
    generationType: 'text-to-music',
    formPath: '/creator/text-to-music',
    historyPath: '/api/music',
    pageSize: 10,
    webhookPath: '/api/wan/getAudioResult',
    media: ['audio'],
    display: 'audio',
    deadlineMs: 20 * minute,
    usualMs: minute,
    pollMs: 3 * second,
    fileNoun: 'music-tracks',
    featureType: 'text-to-music',
  },
  'image-understanding': {
    createPath: '/api/image-understanding/create',
    createSummary: 'Ask a question about an image',
    modelFields: ['model'],
    generationType: 'image-understanding',
    formPath: '/creator/image-understanding',
    historyPath: '/api/image-understanding',
    pageSize: 10,
    webhookPath: '/api/wan/getImageResult',
    media: [],
    display: 'answer',
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 2 * second,
    fileNoun: 'answers',
    featureType: 'image-understanding',
  },
  transcription: {
    createPath: '/api/transcription/create',
    createSummary: 'Turn speech into a text with times',
    modelFields: ['model'],
    generationType: 'speech-to-text',
    formPath: '/creator/speech-to-text',
    historyPath: '/api/transcription',
    pageSize: 10,
    webhookPath: '/api/wan/getAudioResult',
    media: [],
    display: 'transcript',
    deadlineMs: 20 * minute,
    usualMs: 30 * second,
    pollMs: 3 * second,
    fileNoun: 'transcripts',
    featureType: 'speech-to-text',
  },
  text: {
    createPath: '/api/text/create',
    createSummary: 'Write a text, or change one',
    modelFields: ['model'],
    generationType: 'text-to-text',
    formPath: '/creator/text',
    historyPath: '/api/text',
    pageSize: 10,
    webhookPath: '/api/wan/getImageResult',
    media: [],
    display: 'answer',
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 2 * second,
    fileNoun: 'texts',
    featureType: 'text-to-text',
  },
  '3d': {
    createPath: '/api/3d/create',
    createSummary: 'Make a 3D object',
    modelFields: ['model'],
    generationType: 'image-to-3d',
    otherTypes: ['text-to-3d'],
    formPath: '/creator/image-to-3d',
    historyPath: '/api/3d',
    pageSize: 10,
    webhookPath: '/api/wan/getImageResult',
    media: ['mesh'],
    display: 'mesh',
    deadlineMs: 20 * minute,
    usualMs: minute,
    pollMs: 3 * second,
    fileNoun: '3d-objects',
    featureType: 'image-to-3d',
  },
} as const satisfies Record<string, KindFacts>

export type Kind = keyof typeof kindFacts

/** The kinds whose results are files. */
export type KindWithFiles = {
  [Name in Kind]: (typeof kindFacts)[Name]['media'] extends readonly [] ? never : Name
}[Kind]

/** Whether the results of a kind are files. */
export function hasFiles(kind: Kind): kind is KindWithFiles {
  return kindFacts[kind].media.length > 0
}

/** In the order of the navigation. */
export const kinds = Object.keys(kindFacts) as readonly Kind[]

/** The facts of a kind, those that only some have included. */
export function factsOfKind(kind: Kind): KindFacts {
  return kindFacts[kind]
}

/** The generation types of a kind that have a form, the first one first. */
export function typesOfKind(kind: Kind): readonly string[] {
  const { generationType, otherTypes = [] } = factsOfKind(kind)
  return [generationType, ...otherTypes]
}

/** The kind with the form of this generation type. */
export function kindOfType(generationType: string): Kind | undefined {
  return kinds.find((kind) => typesOfKind(kind).includes(generationType))
}
