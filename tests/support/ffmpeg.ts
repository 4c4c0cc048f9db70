import { spawnSync } from 'node:child_process'

/**
 * Whether ffmpeg is on the PATH: without it, the product makes no posters and no videos with sound.
 * Continuous integration requires it by `REQUIRE_FFMPEG`, so that no test is left out unseen.
 */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined

if (!hasFfmpeg && process.env.REQUIRE_FFMPEG) throw new Error('ffmpeg is not on the PATH')
