import { gridAddress } from './comparison-address.ts'

/** Several generations that were started at once are shown in one grid. */
export const severalAddress = gridAddress
