import type { Brushwork } from './canvas/brushwork.ts'
import { clamp } from './noise.ts'

/** The painting style of a model, for every subject. */
export type PaintingStyle = {
  name: string
  /** 0 a sketch to 1 everything. */
  detail: number
  /** The share of the final resolution that is computed. */
  scale: number
  /** The spread of the video grain in levels of 255. */
  grain: number
  bloom: number
  contrast: number
  saturation: number
  vignette: number
  lift: number
  /** 0 neutral to 1 old video: warm lights, cool shadows. */
  video: number
  /** Laid down in brush strokes; otherwise as a camera would see it. */
  brushwork?: Brushwork
}

type ModelStyle = PaintingStyle & { usualSteps: number; usualGuidance: number }

const photograph: ModelStyle = {
  name: 'photograph',
  detail: 0.9,
  scale: 0.92,
  grain: 2.8,
  bloom: 0.5,
  contrast: 1.08,
  saturation: 1.05,
  vignette: 0.4,
  lift: 0.01,
  video: 0,
  usualSteps: 28,
  usualGuidance: 3.5,
}

/** A quick study with a flat brush. */
const gouache: ModelStyle = {
  ...photograph,
  name: 'gouache',
  detail: 0.5,
  scale: 0.7,
  grain: 1.8,
  bloom: 0.35,
  contrast: 1.14,
  saturation: 1.16,
  vignette: 0.22,
  brushwork: { broadest: 0.06, brushes: 4, longer: 2.6, thick: 0.25, lively: 0.07 },
  usualSteps: 4,
}

const oil: ModelStyle = {
  ...photograph,
  name: 'oil',
  detail: 0.7,
  scale: 0.74,
  grain: 1.2,
  saturation: 1.12,
  vignette: 0.3,
  brushwork: { broadest: 0.034, brushes: 4, longer: 5.2, thick: 1, lively: 0.14 },
  usualGuidance: 5,
}

const video: ModelStyle = {
  ...photograph,
  name: 'film',
  detail: 0.85,
  grain: 5.2,
  bloom: 0.85,
  contrast: 1.02,
  saturation: 0.9,
  vignette: 0.55,
  lift: 0.035,
  video: 1,
}

const habits: readonly (readonly [part: string, habit: ModelStyle])[] = [
  ['schnell', gouache],
  ['janus', oil],
  ['stable-diffusion', video],
]

/** The style of a model. More steps add detail; more guidance strengthens colours and contrast. */
export function paintingStyleOf({
  model,
  steps,
  guidance,
}: {
  model: string
  steps?: number
  guidance?: number
}): PaintingStyle {
  const habit = habits.find(([part]) => model.includes(part))?.[1] ?? photograph
  const care = Math.log2((steps ?? habit.usualSteps) / habit.usualSteps)
  const force = clamp(((guidance ?? habit.usualGuidance) - habit.usualGuidance) / 5, -1, 2)
  const { brushwork } = habit
  return {
    ...habit,
    detail: clamp(habit.detail + care * 0.14, 0.05, 1),
    scale: clamp(habit.scale + Math.min(0, care) * 0.12, 0.4, 1),
    contrast: habit.contrast + force * 0.08,
    saturation: habit.saturation + force * 0.14,
    ...(brushwork && {
      brushwork: { ...brushwork, brushes: Math.max(1, Math.round(brushwork.brushes + care)) },
    }),
  }
}
