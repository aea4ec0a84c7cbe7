import classes from './post-text.module.css'
import { textParts } from './text-links.ts'

/** What a member wrote, exactly as typed: line breaks stay, markup is text, and http(s) addresses can be followed. */
export function PostText({ text }: { text: string }) {
  if (text === '') return null
  let place = 0
  // Forms write a line break as two signs, of which the first would be drawn as a blank.
  const lines = text.replace(/\r\n?/g, '\n')
  return (
    <p className={classes.text} dir="auto">
      {textParts(lines).map((part) => {
        const key = place
        place += part.text.length
        return part.href === undefined ? (
          part.text
        ) : (
          <a
            key={key}
            className={classes.link}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
          >
            {part.text}
          </a>
        )
      })}
    </p>
  )
}
