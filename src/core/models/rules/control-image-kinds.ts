/**
 * What a control image shows: Canny edges, a depth map, a pose or a scribble. It guides the result
 * and is no part of it; a file field names the kinds that it may be of.
 */
export const controlImageKinds = ['edges', 'depth', 'pose', 'scribble'] as const
export type ControlImageKind = (typeof controlImageKinds)[number]
