extension Wording {
  static let english = Wording(
    by: "times", once: "once", times: Noun("time", "times"), range: ("", "to"), of: "of", per: "per",
    number: "number", signs: ["&": "and", "+": "plus", "@": "at", "~": "about", "≈": "about", "=": "is"],
    fractions: [
      "1/2": "half", "1/3": "one third", "2/3": "two thirds", "1/4": "one quarter", "3/4": "three quarters",
      "½": "half", "⅓": "one third", "⅔": "two thirds", "¼": "one quarter", "¾": "three quarters",
    ],
    mixed: ("and", "and a half"),
    clock: [
      .hour: Noun("hour", "hours"), .minute: Noun("minute", "minutes"), .second: Noun("second", "seconds"),
    ],
    clockSigns: [
      "h": .hour, "hr": .hour, "hrs": .hour, "hour": .hour, "hours": .hour, "m": .minute, "min": .minute,
      "mins": .minute, "minute": .minute, "minutes": .minute, "'": .minute, "′": .minute, "’": .minute,
      "s": .second, "sec": .second, "secs": .second, "second": .second, "seconds": .second, "\"": .second,
      "″": .second, "”": .second,
    ],
    units: spelt([
      ("m meter meters", Noun("meter", "meters")), ("metre metres", Noun("metre", "metres")),
      ("km", Noun("kilometer", "kilometers")), ("cm", Noun("centimeter", "centimeters")),
      ("mm", Noun("millimeter", "millimeters")), ("mi", Noun("mile", "miles")), ("yd yds", Noun("yard", "yards")),
      ("ft", Noun("foot", "feet")), ("kg kgs kilo", Noun("kilo", "kilos")), ("g", Noun("gram", "grams")),
      ("lb lbs", Noun("pound", "pounds")), ("oz", Noun("ounce", "ounces")), ("l", Noun("liter", "liters")),
      ("ml", Noun("milliliter", "milliliters")), ("cal cals", Noun("calorie", "calories")),
      ("kcal", Noun("kilocalorie", "kilocalories")), ("W", Noun("watt", "watts")),
      ("bpm", Noun("beat per minute", "beats per minute")), ("spm", Noun("stroke per minute", "strokes per minute")),
      ("rpm", Noun("revolution per minute", "revolutions per minute")), ("mph", Noun("mile an hour", "miles an hour")),
      ("km/h kph kmh", Noun("kilometer an hour", "kilometers an hour")),
      ("min/km", Noun("minute a kilometer", "minutes a kilometer")),
      ("min/mi", Noun("minute a mile", "minutes a mile")), ("rep reps", Noun("rep", "reps")),
      ("rd rds", Noun("round", "rounds")), ("ea", Noun("each", "each")), ("RM", Noun("rep max", "rep max")),
    ]),
    counted: [
      "set", "sets", "round", "lap", "part", "phase", "level", "week", "day", "block", "exercise", "station", "side",
      "step", "stage", "unit", "session", "circuit", "act", "class", "lesson", "number",
    ],
    abbreviations: WordTable([
      "HIIT": "hit", "EMOM": "ee-mom", "E2MOM": "every 2 minutes", "E3MOM": "every 3 minutes", "AMRAP": "am-rap",
      "AMRAPs": "am-raps", "RFT": "rounds for time", "AFAP": "as fast as possible", "KB": "kettlebell",
      "KBs": "kettlebells", "KBS": "kettlebell swings", "DB": "dumbbell", "DBs": "dumbbells", "BB": "barbell",
      "MB": "medicine ball", "BW": "bodyweight", "HSPU": "handstand push-ups", "T2B": "toes to bar",
      "TTB": "toes to bar", "K2E": "knees to elbows", "C2B": "chest to bar", "DU": "double-unders",
      "DUs": "double-unders", "SL": "single leg", "OHS": "overhead squat", "OHP": "overhead press",
      "SDHP": "sumo deadlift high pull", "GHD": "G H D", "ROM": "range of motion", "alt": "alternating",
      "alt.": "alternating", "w/": "with", "w/o": "without", "vs": "versus", "vs.": "versus",
      "max.": "max", "e.g.": "for example", "i.e.": "that is", "L/R": "left and right",
      "R/L": "right and left", "(L)": "left", "(R)": "right", "(L/R)": "left and right", "(R/L)": "right and left",
      "ea.": "each", "approx.": "about", "etc.": "et cetera",
    ]),
    hasDecimalComma: false, agreement: { _, _ in nil })
}
