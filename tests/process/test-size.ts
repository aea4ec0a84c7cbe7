import { appendFileSync } from 'node:fs'

/** Whether `npm run soak` runs the tests. */
export const isSoak = process.env.FIGURES_FILE !== undefined
/** How often the program is killed under load: 3 times in `npm test`, 20 in `npm run soak`. */
export const rounds = Number(process.env.ROUNDS ?? 3)
/** Megabytes of each parallel upload. `npm run soak` uses 100, the largest accepted picture. */
export const uploadMegabytes = Number(process.env.UPLOAD_MB ?? 12)

/** Prints a measured figure, and writes it to FIGURES_FILE for `npm run soak`. */
export function noteFigure(name: string, value: number | string): void {
  console.log(`${name}: ${value}`)
  const file = process.env.FIGURES_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ name, value })}\n`)
}
