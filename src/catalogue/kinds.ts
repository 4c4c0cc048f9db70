/** The five kinds of work. One table, five histories, the same shape everywhere. */
export const kinds = ['image', 'image-editing', 'video', 'audio', 'image-understanding'] as const
export type Kind = (typeof kinds)[number]
