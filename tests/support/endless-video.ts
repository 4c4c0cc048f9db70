import { sampleFile } from './files.ts'

/** What a parser is given to inspect a video that it never finishes. */
export async function endlessVideo() {
  const file = await sampleFile('damaged/endless.mp4')
  return {
    input: {
      bytes: file.length,
      type: { contentType: 'video/mp4', extension: 'mp4' },
      medium: 'video',
      requiresAudio: false,
    },
    read: async (start: number, end: number) => file.subarray(start, end),
  }
}
