import { isWebAddress } from '@greenroom/contract/field'
import type { News } from '@greenroom/contract/news/news.schema'
import { IconExternalLink, IconNews } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { CardPicture } from '../../shared/card-picture/card-picture.tsx'
import { PictureCard } from '../../ui/picture-card.tsx'
import classes from './news-card.module.css'
import { editLink } from './news-links.ts'
import { cardWords } from './news-messages.ts'

/** One snippet: heading, thumbnail, description, reference link, source; grey once it is inactive (NEWS-03). */
export function NewsCard({ news }: { news: News }) {
  const { heading, reference_link: link } = news
  return (
    <PictureCard
      picture={
        <CardPicture banner={news.thumbnail} icon={<IconNews size={28} stroke={1.5} aria-hidden="true" />} />
      }
      className={news.is_active ? undefined : classes.inactive}
    >
      <h2 className={classes.heading}>{heading}</h2>
      <p className={classes.source}>
        <span className={classes.unseen}>{cardWords.source}: </span>
        {news.source}
      </p>
      {news.description.trim() !== '' && <Description text={news.description} of={heading} />}
      <div className={classes.reference}>
        <IconExternalLink size={15} stroke={1.5} aria-hidden="true" />
        {isWebAddress(link) ? (
          <a
            href={link.trim()}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.link}
            title={link}
          >
            {link}
          </a>
        ) : (
          <span className={classes.link} title={link}>
            {link}
          </span>
        )}
      </div>
      <div className={classes.foot}>
        <Link
          {...editLink(news)}
          className={classes.action}
          data-main
          aria-label={`${cardWords.edit} ${heading}`}
        >
          {cardWords.edit}
        </Link>
      </div>
    </PictureCard>
  )
}

/** The first lines of a description, with a button for the rest where there is more. */
function Description({ text, of }: { text: string; of: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  const words = useRef<HTMLParagraphElement>(null)

  // Whether it fits depends on the width of the card.
  useEffect(() => {
    const element = words.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <div className={classes.description}>
      <p ref={words} id={id} className={classes.text} data-cut={!isOpen || undefined}>
        {text}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={classes.action}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? cardWords.less : cardWords.more} of ${of}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? cardWords.less : cardWords.more}
        </button>
      )}
    </div>
  )
}
