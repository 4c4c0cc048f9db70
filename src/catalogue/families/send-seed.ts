/** A seed is sent only if one was chosen (specification, creation §5). */
export const sendSeed = (value: number | undefined) => (value === undefined ? {} : { seed: value })
