import { expect, it } from 'vitest'
import { multipartFiles } from './multipart-files.ts'

it('sends picked files by their part, without stored URLs and empty fields (POST-21)', () => {
  const picked = new File(['x'], 'chart.png')
  const progress = { onProgress: () => undefined, signal: new AbortController().signal }
  const sending = { ...progress, fileOf: (mark: unknown) => (mark === 'mark' ? picked : undefined) }
  expect(multipartFiles({ images: ['/files/a.jpg', 'mark'], video: 'mark', file: null }, sending)).toEqual({
    files: { images: [picked], video: [picked] },
    ...progress,
  })
  expect(multipartFiles({ images: [], video: '/files/v.webm', file: undefined }, sending)).toEqual({})
})
