import { hasProgram } from './programs.ts'

/** Without ffmpeg, the product makes no posters and no videos with sound. */
export const hasFfmpeg = hasProgram('ffmpeg', '-version')
