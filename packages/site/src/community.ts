import { randomBytes } from 'node:crypto'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import {
  intakeComments,
  intakeLikes,
  intakePosts,
  intakeReports,
  intakeVotes,
} from '@greenroom/contract/outside/intake/intake-feed.endpoints'
import {
  readComments,
  readPost,
  readPosts,
} from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IntakeRefusal } from './intake-client.ts'
import { CommunityPage, PostPage } from './pages/community-page.tsx'
import { sendVisitor } from './send-visitor.ts'
import type { Form, Site } from './site-context.ts'
import { storeOne } from './store-one.ts'
import { externalIdOf, rememberVisitor, type Visitor, visitorOf } from './visitor.ts'

const feed = '/site/community'

/** Adds the community: posts, comments, likes, votes and reports. */
export function addCommunityPages(site: Site): void {
  const { scope, intake, timeZone, now, show } = site
  const newId = () => `site-${randomBytes(8).toString('hex')}`
  const formOf = (request: FastifyRequest) => (request.body ?? {}) as Form
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  /** @throws IntakeRefusal for somebody who hasn't joined */
  function writerOf(request: FastifyRequest): Visitor {
    const visitor = visitorOf(request)
    if (!visitor) throw new IntakeRefusal(403, 'Join in first.')
    return visitor
  }

  /** Stores what a visitor did, and returns to the page where they did it. */
  async function store(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: EndpointDeclaration,
    record: object,
    to: string,
  ): Promise<FastifyReply> {
    const visitor = writerOf(request)
    // The cookie may be older than the database, for instance after new sample data.
    await sendVisitor(site, visitor)
    await storeOne(intake, endpoint, {
      external_id: newId(),
      user_external_id: externalIdOf(visitor),
      changed_at: now(),
      ...record,
    })
    return reply.redirect(to, 303)
  }

  scope.get(feed, async (request, reply) => {
    const posts = await intake.call(readPosts, { query: { limit: '20' } })
    const notice = (request.query as Form).done
      ? { kind: 'done' as const, text: 'Thank you for telling us.' }
      : undefined
    return show(reply, CommunityPage({ posts, visitor: visitorOf(request), timeZone, notice }))
  })

  scope.get(`${feed}/posts/:id`, async (request, reply) => {
    const params = { id: idOf(request) }
    const [post, comments] = await Promise.all([
      intake.call(readPost, { params }),
      intake.call(readComments, { params, query: { limit: '50' } }),
    ])
    return show(reply, PostPage({ post, comments, visitor: visitorOf(request), timeZone }))
  })

  scope.post(`${feed}/join`, async (request, reply) => {
    await sendVisitor(site, rememberVisitor(request, reply))
    return reply.redirect(feed, 303)
  })

  scope.post(`${feed}/posts`, (request, reply) =>
    store(request, reply, intakePosts, { message: formOf(request).message ?? '', created_at: now() }, feed),
  )

  scope.post(`${feed}/posts/:id/comments`, (request, reply) => {
    const post_id = idOf(request)
    const record = { post_id, message: formOf(request).message ?? '', created_at: now() }
    return store(request, reply, intakeComments, record, `${feed}/posts/${post_id}`)
  })

  scope.post(`${feed}/posts/:id/like`, (request, reply) => {
    const post_id = idOf(request)
    const external_id = `like-${externalIdOf(writerOf(request))}-${post_id}`
    return store(request, reply, intakeLikes, { external_id, post_id }, feed)
  })

  scope.post(`${feed}/posts/:id/vote`, (request, reply) => {
    const post_id = idOf(request)
    const external_id = `vote-${externalIdOf(writerOf(request))}-${post_id}`
    return store(
      request,
      reply,
      intakeVotes,
      { external_id, post_id, option: formOf(request).option ?? '' },
      feed,
    )
  })

  scope.post(`${feed}/posts/:id/report`, (request, reply) =>
    store(
      request,
      reply,
      intakeReports,
      { entity_type: 'post', entity_id: idOf(request), reason: formOf(request).reason ?? '' },
      `${feed}?done=report`,
    ),
  )

  scope.post(`${feed}/posts/:id/comments/:commentId/report`, (request, reply) => {
    const { commentId } = request.params as { commentId: string }
    const record = { entity_type: 'comment', entity_id: commentId, reason: formOf(request).reason ?? '' }
    return store(request, reply, intakeReports, record, `${feed}?done=report`)
  })
}
