"""A checked game in, a rulebook in English out: the author's texts lead, what the rules do follows in sentences.

    book        model -> Book: the chapters in order
    components, table, course, results      one chapter each
    steps, heads        statements and heads of actions -> items of a list
    speaker             expressions -> phrases; nouns, clauses, queries, functions hold the wording
    markdown, page      Book -> text
"""
