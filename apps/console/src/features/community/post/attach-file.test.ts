import { expect, it } from 'vitest'
import { attachFile } from './attach-file.ts'
import { emptyPostValues } from './post-form-values.ts'
import { samplePost } from './post-test-data.ts'

const chart = new File(['x'], 'chart.jpg', { type: 'image/jpeg' })
const markOf = ({ name }: File) => `file:${name}`

it('adds an image once, and replaces the video and the file (POST-16, OQ-081)', () => {
  const values = { ...emptyPostValues(), new_images: ['file:a.jpg'], file: 'file:old.pdf' }
  expect(attachFile(chart, values, null, markOf)).toEqual({ new_images: ['file:a.jpg', 'file:chart.jpg'] })
  expect(attachFile(chart, { ...values, new_images: ['file:chart.jpg'] }, null, markOf)).toEqual({})
  expect(attachFile(new File(['x'], 'new.pdf', { type: 'application/pdf' }), values, null, markOf)).toEqual({
    file: 'file:new.pdf',
  })
})

it('refuses an eleventh image, counting the stored ones, and a file of another type (POST-16, OQ-081)', () => {
  const marks = (count: number) => Array.from({ length: count }, (_, place) => `file:${place}.jpg`)
  const values = emptyPostValues()
  const tooMany = { refusal: 'A post has at most 10 images' }
  expect(attachFile(chart, { ...values, new_images: marks(8) }, samplePost, markOf)).toEqual(tooMany)
  expect(attachFile(chart, { ...values, new_images: marks(7) }, samplePost, markOf)).toHaveProperty(
    'new_images',
  )
  expect(
    attachFile(new File(['x'], 'a.svg', { type: 'image/svg+xml' }), values, null, markOf),
  ).toHaveProperty('refusal')
})
