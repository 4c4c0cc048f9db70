/** The media type of a result file, whatever its format. */
export type Medium = 'image' | 'video' | 'audio'

type KindFacts = {
  /** `POST` to this path creates a generation (docs/spec/api.md#routes). */
  createPath: `/api/${string}`
  /**
   * The history is read and changed below this path, `pageSize` records at a time
   * (docs/spec/history.md#list).
   */
  historyPath: `/api/${string}`
  pageSize: number
  /** The path at which the provider reports that a job has ended (docs/spec/api.md#webhooks). */
  webhookPath: `/api/${string}`
  /**
   * What a result can contain. Image understanding returns no file; audio is returned alone or with
   * its video.
   */
  media: readonly Medium[]
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

/** The five kinds of generations, with the facts that all other modules use. */
export const kindFacts = {
  image: {
    createPath: '/api/image-generation/create',
    historyPath: '/api/image-generation',
    pageSize: 20,
    webhookPath: '/api/wan/getImageResult',
    media: ['image'],
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 3 * second,
    fileNoun: 'images',
    featureType: 'flux1-create',
  },
  'image-editing': {
    createPath: '/api/image-editor/create',
    historyPath: '/api/image-editor',
    pageSize: 10,
    webhookPath: '/api/wan/getImageResult',
    media: ['image'],
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 3 * second,
    fileNoun: 'edited-images',
    featureType: 'image-editor',
  },
  video: {
    createPath: '/api/wan/createVideo',
    historyPath: '/api/video-generation',
    pageSize: 10,
    webhookPath: '/api/wan/getResult',
    media: ['video'],
    deadlineMs: 30 * minute,
    usualMs: 2.5 * minute,
    pollMs: 5 * second,
    fileNoun: 'videos',
    featureType: 'video-create',
  },
  audio: {
    createPath: '/api/wan/createAudio',
    historyPath: '/api/audio-generation',
    pageSize: 10,
    webhookPath: '/api/wan/getAudioResult',
    media: ['audio', 'video'],
    deadlineMs: 10 * minute,
    usualMs: minute,
    pollMs: 3 * second,
    fileNoun: 'sounds',
    featureType: 'video-to-audio',
  },
  'image-understanding': {
    createPath: '/api/image-understanding/create',
    historyPath: '/api/image-understanding',
    pageSize: 10,
    webhookPath: '/api/wan/getImageResult',
    media: [],
    deadlineMs: 5 * minute,
    usualMs: 20 * second,
    pollMs: 2 * second,
    fileNoun: 'answers',
    featureType: 'image-understanding',
  },
} as const satisfies Record<string, KindFacts>

export type Kind = keyof typeof kindFacts

/** The kinds whose results are files. */
export type KindWithFiles = {
  [Name in Kind]: (typeof kindFacts)[Name]['media'] extends readonly [] ? never : Name
}[Kind]

/** In the order of the navigation. */
export const kinds = Object.keys(kindFacts) as readonly Kind[]
