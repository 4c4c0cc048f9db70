/** How a model paints, whatever it paints. */
export type Manner = {
  /** 0 a sketch to 1 everything. */
  detail: number
  /** The share of the final resolution that is computed. */
  scale: number
  /** The spread of the film grain in levels of 255. */
  grain: number
  bloom: number
  contrast: number
  saturation: number
  /** Laid down in brush strokes. */
  painted: boolean
}

type Habit = Manner & { usualSteps: number; usualGuidance: number }

const habits: readonly (readonly [part: string, habit: Habit])[] = [
  ['schnell', { ...base(), detail: 0.45, scale: 0.7, grain: 4.2, contrast: 1.12, saturation: 1.12, usualSteps: 4 }],
  ['janus', { ...base(), detail: 0.6, scale: 0.7, grain: 1.6, painted: true, saturation: 1.1, usualGuidance: 5 }],
  ['stable-diffusion', { ...base(), detail: 0.8, grain: 5, bloom: 0.75, contrast: 1.04, saturation: 0.92 }],
]

function base(): Habit {
  return {
    detail: 0.9,
    scale: 1,
    grain: 2.8,
    bloom: 0.5,
    contrast: 1.08,
    saturation: 1.05,
    painted: false,
    usualSteps: 28,
    usualGuidance: 3.5,
  }
}

/** The manner of a model. More steps bring more detail; more guidance brings stronger colours and contrast. */
export function mannerOf({ model, steps, guidance }: { model: string; steps?: number; guidance?: number }): Manner {
  const habit = habits.find(([part]) => model.includes(part))?.[1] ?? base()
  const care = Math.log2((steps ?? habit.usualSteps) / habit.usualSteps)
  const force = Math.max(-1, Math.min(2, ((guidance ?? habit.usualGuidance) - habit.usualGuidance) / 5))
  return {
    ...habit,
    detail: Math.max(0.05, Math.min(1, habit.detail + care * 0.12)),
    scale: Math.max(0.4, Math.min(1, habit.scale + care * 0.1)),
    contrast: habit.contrast + force * 0.08,
    saturation: habit.saturation + force * 0.14,
  }
}
