import { type MeshColor, makeMesh } from '@atelier/demo-world/mesh'
import sharp from 'sharp'
import { imagesOf } from '../input-file.ts'
import type { Job } from '../jobs/job.ts'
import type { Endpoint, RenderContext } from './endpoints.ts'
import { address, boolean, integer, number, string } from './input-schema.ts'

type Given = { prompt?: string; seed?: number | undefined }

/**
 * A GLB file: its shape follows from the prompt and the seed, its colour from the image; `null` where
 * the job's faults leave it out.
 */
async function meshFile(job: Job, context: RenderContext, given: Given, imageField?: string) {
  const [image] = imageField ? imagesOf(context.files, imageField) : []
  const { prompt = '', seed = job.seed } = given
  const color = image && image.length > 0 ? await meanColor(image) : undefined
  const data = makeMesh({ prompt, seed, color })
  const url = await context.saveFile('mesh.glb', data)
  const type = 'model/gltf-binary'
  const file = { url, content_type: type, file_name: 'mesh.glb', file_size: data.length }
  return job.faults.includes('empty') ? null : file
}

/** The mean colour of what is not white or transparent, or of all where that is nothing. */
async function meanColor(image: Uint8Array): Promise<MeshColor> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#fff' })
    .resize(32, 32, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, at) => [
    ...data.subarray(at * info.channels, at * info.channels + 3),
  ])
  const thing = pixels.filter((parts) => parts.some((part) => part < 240))
  const counted = thing.length > 0 ? thing : pixels
  const mean = (part: number) =>
    counted.reduce((sum, pixel) => sum + (pixel[part] ?? pixel[0] ?? 0), 0) / counted.length / 255
  return [mean(0), mean(1), mean(2)]
}

/** A 3D object made of an image (docs/providers/fal.md#endpoints). */
const trellis: Endpoint = {
  id: 'fal-ai/trellis',
  schema: {
    image_url: address('image'),
    seed: integer({ optional: true }),
    ss_guidance_strength: number({ min: 0, max: 10, initially: 7.5 }),
    ss_sampling_steps: integer({ min: 1, max: 50, initially: 12 }),
    slat_guidance_strength: number({ min: 0, max: 10, initially: 3 }),
    slat_sampling_steps: integer({ min: 1, max: 50, initially: 12 }),
    mesh_simplify: number({ min: 0.9, max: 0.98, initially: 0.95 }),
  },
  make: async (job, given, context) => ({
    model_mesh: await meshFile(job, context, given as Given, 'image_url'),
    timings: {},
  }),
}

const hunyuan: Endpoint = {
  id: 'fal-ai/hunyuan3d/v2',
  schema: {
    input_image_url: address('image'),
    seed: integer({ optional: true }),
    num_inference_steps: integer({ min: 1, max: 50, initially: 50 }),
    guidance_scale: number({ min: 0, max: 20, initially: 7.5 }),
    octree_resolution: integer({ min: 1, max: 1024, initially: 256 }),
    textured_mesh: boolean(false),
  },
  make: async (job, given, context) => {
    const { seed = job.seed } = given as Given
    return { model_mesh: await meshFile(job, context, { seed }, 'input_image_url'), seed }
  },
}

/** A 3D object made of a text. */
const tripo: Endpoint = {
  id: 'tripo3d/p1/text-to-3d',
  schema: {
    prompt: string({ max: 1024 }),
    face_limit: integer({ min: 48, max: 20_000, optional: true }),
    texture: boolean(true),
    model_seed: integer({ optional: true }),
  },
  make: async (job, given, context) => {
    const { prompt, model_seed: seed } = given as { prompt: string; model_seed?: number }
    const file = await meshFile(job, context, { prompt, seed })
    return { model_mesh: file, model_urls: { ...(file && { pbr_model: file }) } }
  },
}

export const meshEndpoints: readonly Endpoint[] = [trellis, hunyuan, tripo]
