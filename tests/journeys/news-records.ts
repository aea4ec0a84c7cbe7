import type { News } from '@greenroom/contract/marketing/news/news.schema'
import type { Program } from './program.ts'
import { pictureBytes, unique } from './records.ts'

/** Creates a news snippet with a picture, active by default. */
export async function makeNews(program: Program, fields: Partial<News> = {}): Promise<News> {
  const upload = new FormData()
  upload.set('file', new Blob([new Uint8Array(await pictureBytes())], { type: 'image/jpeg' }), 'news.jpg')
  const { body: uploaded } = await program.call<{ url: string }>('POST', '/admin/upload', upload)
  const { status, body } = await program.call<News>('POST', '/admin/academy/news', {
    heading: unique('Rates hold'),
    description: 'The committee voted five to one.',
    source: 'Mint',
    reference_link: 'https://www.example.com/rates',
    is_active: true,
    ...fields,
    thumbnail: uploaded.data.url,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Returns a snippet as it is stored now. */
export async function storedNews(program: Program, id: string): Promise<News> {
  return (await program.call<News>('GET', `/admin/academy/news/${id}`)).body.data
}

/** Finds the snippets with this heading. */
export async function newsHeaded(program: Program, heading: string): Promise<News[]> {
  const { body } = await program.call<{ news_list: News[] }>('GET', '/admin/academy/news')
  return body.data.news_list.filter((news) => news.heading === heading)
}
