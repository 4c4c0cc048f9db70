/**
 * The demo account's first pictures, newest first: something worth looking at in each shape and
 * with each model.
 */
export const samplePictures = [
  {
    model: 'flux-dev',
    daysAgo: 0,
    seed: 41,
    image_size: 'landscape_16_9',
    prompt: 'First light over a misty mountain lake, calm, autumn',
  },
  {
    model: 'flux-dev',
    daysAgo: 0,
    seed: 7,
    image_size: 'portrait_4_3',
    prompt: 'Peonies blooming in a dark room, soft window light',
  },
  {
    model: 'janus-pro',
    daysAgo: 0,
    seed: 1203,
    image_size: 'square_hd',
    prompt: 'A quiet harbour at blue hour, lights on the water',
  },
  {
    model: 'flux-dev',
    daysAgo: 1,
    seed: 88,
    image_size: 'landscape_4_3',
    prompt: 'Aurora above a snowy forest, winter night',
  },
  {
    model: 'flux-schnell',
    daysAgo: 1,
    seed: 512,
    image_size: 'landscape_16_9',
    prompt: '沙漠里的落日，温暖的橙色沙丘',
  },
  {
    model: 'flux-dev',
    daysAgo: 3,
    seed: 2024,
    image_size: 'portrait_16_9',
    prompt: 'Layers of canyon rock in late afternoon sun',
  },
  {
    model: 'flux-dev',
    daysAgo: 3,
    seed: 99,
    image_size: 'square_hd',
    prompt: 'Two planets and a thin ring, deep space, violet and gold',
  },
  {
    model: 'janus-pro',
    daysAgo: 6,
    seed: 31,
    image_size: 'landscape_4_3',
    prompt: 'Rolling green waves under a stormy sky',
  },
] as const
