import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Slow tests of what rarely changes: only `npm run test:full`, CI and a command that names one run
 * them. The short run of tests/chaos, which kills and restarts real processes, is in every `npm test`.
 */
export const fullRunOnly = [
  'packages/fal-emulator/src/endpoints/bounds.test.ts',
  'packages/fal-emulator/src/result-faults.test.ts',
  'scripts/lib/build-once.test.mjs',
  'src/core/api/client/readme.test.ts',
  'src/core/api/client/restart.test.ts',
  'src/core/downloads/media-routes.s3.test.ts',
  'src/core/media/uploads.s3.test.ts',
  'src/platform/database/embedded/embedded-places.test.ts',
  'src/features/openai-api/restart.test.ts',
  'src/main/comfyui-alone.test.ts',
  'src/main/crash.test.ts',
  'src/main/database-death.test.ts',
  'src/main/doctor/doctor-and-start.test.ts',
  'src/main/pooler.test.ts',
  'src/main/restore.test.ts',
  'src/main/tracing.test.ts',
  'tests/chaos/mutations/run-catcher.test.ts',
  'tests/deploy/nginx.test.ts',
]

/** The files that take longest, which begin first: a long one at the end leaves a core idle. */
const slowFiles = [
  'src/main/crash.test.ts',
  'src/core/api/security/access-matrix.test.ts',
  'src/main/processes.test.ts',
  'src/core/media/uploads.s3.test.ts',
  'src/core/generations/routes/create-limits.test.ts',
  'src/core/api/security/fuzz.test.ts',
  'src/main/changed-models.test.ts',
  'src/features/webhooks/account-webhooks.test.ts',
  'tests/fuzz/fuzz.test.ts',
  'tests/fuzz/fuzz-product.test.ts',
  'src/core/media/uploads.local.test.ts',
  'src/features/fal-proxy/fal-endpoints.test.ts',
  'src/core/api/client/client.test.ts',
  'src/main/tracing.test.ts',
  'src/core/generations/steps/provider-failures.test.ts',
  'src/features/collections/collections.test.ts',
  'src/platform/database/embedded/embedded-postgres.test.ts',
  'src/platform/database/embedded/embedded-places.test.ts',
  'src/main/database-death.test.ts',
  'src/main/pooler.test.ts',
  'src/main/comfyui-alone.test.ts',
  'src/main/restore.test.ts',
  'src/main/doctor/doctor-and-start.test.ts',
  'tests/deploy/nginx.test.ts',
  'tests/chaos/mutations/run-catcher.test.ts',
]

/** The slow files first, the others as vitest orders them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = slowFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place < 0 ? slowFiles.length : place
}
