import { type ReportType, reportTypes } from '@greenroom/contract/community/moderation/moderation.schema'
import type {
  PublicAuthor,
  PublicComment,
  PublicPost,
} from '@greenroom/contract/outside/public-read/public-read.schema'
import { timeText } from '../site-text.ts'
import type { Visitor } from '../visitor.ts'
import { ContactFields } from './fields.tsx'
import { Picture } from './home-page.tsx'
import { Layout } from './layout.tsx'

interface Notice {
  kind: 'done' | 'refused'
  text: string
}

export function CommunityPage({
  posts,
  visitor,
  timeZone,
  notice,
}: {
  posts: readonly PublicPost[]
  visitor: Visitor | null
  timeZone: string
  notice?: Notice | undefined
}) {
  return (
    <Layout title="Community" notice={notice}>
      <div className="feed">
        <h1>Community</h1>
        {visitor ? (
          <form method="post" action="/site/community/posts">
            <label>
              {`Write as ${visitor.firstName}`}
              <textarea name="message" required maxLength={5000} rows={3} />
            </label>
            <button type="submit">Post</button>
          </form>
        ) : (
          <JoinForm />
        )}
        {posts.length === 0 && <p>No posts yet. Write the first one.</p>}
        {posts.map((post) => (
          <Post key={post._id} post={post} canWrite={visitor !== null} timeZone={timeZone} />
        ))}
      </div>
    </Layout>
  )
}

export function PostPage({
  post,
  comments,
  visitor,
  timeZone,
  notice,
}: {
  post: PublicPost
  comments: readonly PublicComment[]
  visitor: Visitor | null
  timeZone: string
  notice?: Notice | undefined
}) {
  return (
    <Layout title="Post" notice={notice}>
      <div className="feed">
        <p>
          <a href="/site/community">All posts</a>
        </p>
        <h1 className="quiet-heading">Post</h1>
        <Post post={post} canWrite={visitor !== null} timeZone={timeZone} />
        <h2>Comments</h2>
        {visitor ? (
          <form method="post" action={`/site/community/posts/${post._id}/comments`}>
            <label>
              {`Comment as ${visitor.firstName}`}
              <textarea name="message" required maxLength={5000} rows={2} />
            </label>
            <button type="submit">Comment</button>
          </form>
        ) : (
          <JoinForm />
        )}
        {comments.length === 0 && <p>No comments yet.</p>}
        {comments.map((comment) => (
          <article key={comment._id} className="comment">
            <Author author={comment.author} at={timeText(comment.created_at, timeZone)} />
            <p className="description">{comment.message}</p>
            {visitor && (
              <ReportForm action={`/site/community/posts/${post._id}/comments/${comment._id}/report`} />
            )}
          </article>
        ))}
      </div>
    </Layout>
  )
}

function JoinForm() {
  return (
    <details className="join">
      <summary>Join in to post, comment, like and vote</summary>
      <form method="post" action="/site/community/join">
        <ContactFields contact={null} />
        <button type="submit">Join</button>
      </form>
    </details>
  )
}

function Post({ post, canWrite, timeZone }: { post: PublicPost; canWrite: boolean; timeZone: string }) {
  const path = `/site/community/posts/${post._id}`
  const [image] = post.attachments.images
  return (
    <article>
      <Author author={post.author} at={timeText(post.created_at, timeZone)} />
      {post.is_pinned && <p className="hint">Pinned</p>}
      <p className="description">{post.message}</p>
      {image && <Picture picture={image} sizes="640px" />}
      {post.poll && (
        <form method="post" action={`${path}/vote`}>
          <ul className="poll">
            {post.poll.options.map(({ option, votes }) => (
              <li key={option}>
                <button type="submit" name="option" value={option} className="quiet" disabled={!canWrite}>
                  {option}
                </button>
                <span>{votes === 1 ? '1 vote' : `${votes} votes`}</span>
              </li>
            ))}
          </ul>
        </form>
      )}
      <div className="row">
        <form method="post" action={`${path}/like`}>
          <button type="submit" className="quiet" disabled={!canWrite}>
            {post.like_count === 1 ? '1 like' : `${post.like_count} likes`}
          </button>
        </form>
        <a href={path}>{post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}</a>
      </div>
      {canWrite && <ReportForm action={`${path}/report`} />}
    </article>
  )
}

function Author({ author, at }: { author: PublicAuthor; at: string }) {
  return (
    <p className="author">
      <strong>{`${author.first_name} ${author.last_name}`.trim()}</strong>{' '}
      <small>{[author.designation, at].filter(Boolean).join(' · ')}</small>
    </p>
  )
}

const reasonTexts: Record<ReportType, string> = {
  offensive: 'Offensive',
  spam: 'Spam',
  misleading: 'Misleading',
  hate: 'Hate',
  illegal: 'Illegal',
  sensitive: 'Sensitive',
  other: 'Something else',
  harassment: 'Harassment',
}

function ReportForm({ action }: { action: string }) {
  return (
    <details>
      <summary>Report</summary>
      <form method="post" action={action} className="inline">
        <label>
          Reason
          <select name="reason">
            {reportTypes.map((type) => (
              <option key={type} value={type}>
                {reasonTexts[type]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="quiet">
          Report
        </button>
      </form>
    </details>
  )
}
