import { postTags } from '@greenroom/contract/post/post.schema'
import { chosenTags, type PostTag } from './post-form-values.ts'
import { postEditorMessages as messages } from './post-messages.ts'
import classes from './tag-picker.module.css'

interface TagPickerProps {
  value: readonly PostTag[]
  onChange: (tags: PostTag[]) => void
  error?: React.ReactNode
}

/** The fixed tags as checkboxes that look like tags (POST-04, POST-10). */
export function TagPicker({ value, onChange, error }: TagPickerProps) {
  const toggle = (tag: PostTag) =>
    onChange(value.includes(tag) ? value.filter((one) => one !== tag) : chosenTags([...value, tag]))
  return (
    <fieldset>
      <legend className="gr-legend">{messages.tags}</legend>
      <div className={classes.tags}>
        {postTags.map((tag) => (
          <label key={tag} className={classes.tag}>
            <input
              type="checkbox"
              className="gr-hidden-input"
              checked={value.includes(tag)}
              onChange={() => toggle(tag)}
            />
            {tag}
          </label>
        ))}
      </div>
      {error && (
        <p className="gr-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
