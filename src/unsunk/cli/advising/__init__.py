"""What `posterior` and `advise` share: reading a record, counting its layouts, telling the law.

`options` are those that both take, `record` reads what was heard, `law` counts and times it,
`answers` is the JSON, `words`, `drawing` and `report` are for people.
"""
