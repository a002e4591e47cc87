extension LanguageRules {
  static let english = LanguageRules(
    numbers: .english, times: Noun("time", "times"), once: "once", range: ("", "to"), of: "of", per: "per",
    pace: ("per", "per"),
    sides: "side leg arm hand foot way direction set person partner exercise station move day week km mile",
    number: "number",
    signs: ["&": "and", "+": "plus", "±": "plus or minus", "@": "at", "~": "about", "≈": "about", "=": "is"],
    comparisons: ("below", "above", "at least", "at most"), ratio: ("to", "ratio ratios"),
    fractions: Fractions(
      names: [
        "1/2": "half", "1/3": "one third", "2/3": "two thirds", "1/4": "one quarter", "3/4": "three quarters",
      ],
      half: [.other: "half a "], halfBeforeVowel: "half an ", of: ("of a ", vowel: "of an "),
      mixed: [
        "1/2": "and a half", "1/3": "and a third", "2/3": "and two thirds", "1/4": "and a quarter",
        "3/4": "and three quarters",
      ]),
    measures: UnitTable(
      [
        .hour: Noun("hour", "hours", also: "hr hrs"), .minute: Noun("minute", "minutes", also: "mins"),
        .second: Noun("second", "seconds", also: "secs"), .meter: Noun("meter", "meters"),
        .kilometer: Noun("kilometer", "kilometers", also: "kms"), .centimeter: Noun("centimeter", "centimeters"),
        .millimeter: Noun("millimeter", "millimeters"), .mile: Noun("mile", "miles", also: "mi"),
        .kilogram: Noun("kilo", "kilos", also: "kgs"), .gram: Noun("gram", "grams"), .pound: Noun("pound", "pounds"),
        .liter: Noun("liter", "liters"), .milliliter: Noun("milliliter", "milliliters"),
        .calorie: Noun("calorie", "calories", also: "cals"), .kilocalorie: Noun("kilocalorie", "kilocalories"),
        .watt: Noun("watt", "watts", also: "watts"), .beatPerMinute: Noun("beat per minute", "beats per minute"),
        .turnPerMinute: Noun("revolution per minute", "revolutions per minute"),
        .strokePerMinute: Noun("stroke per minute", "strokes per minute"),
        .kilometerPerHour: Noun("kilometer an hour", "kilometers an hour", also: "kph kmh kmph"),
        .minutePerKilometer: Noun("minute a kilometer", "minutes a kilometer"), .repetition: Noun("rep", "reps"),
        .repetitionMaximum: Noun("rep max", "rep max"),
      ],
      others: [
        Noun("metre", "metres"), Noun("yard", "yards", also: "yd yds"), Noun("foot", "feet", also: "ft"),
        Noun("inch", "inches", also: "in"), Noun("ounce", "ounces", also: "oz"),
        Noun("mile an hour", "miles an hour", also: "mph"), Noun("minute a mile", "minutes a mile", also: "min/mi"),
        Noun("round", "rounds", also: "rd rds"), Noun("each", "each", also: "ea"),
      ]),
    counted: """
      zone set sets round lap part phase level week day block exercise station side step stage unit session circuit act
      class lesson number rd km
      """,
    numeralWords: "I", ordinals: ["st": [], "nd": [], "rd": [], "th": []],
    left: BodySide("L", [.other: "left"]), right: BodySide("R", [.other: "right"]),
    bodyParts: [
      .other: """
      leg legs arm arms hand hands foot side knee hip shoulder elbow ankle wrist glute hamstring quad calf thigh shin
      heel eye ear nostril
      """
    ],
    timesOfDay: "am pm a.m p.m",
    distances: """
      sprint sprints run runs shuttle shuttles dash carry carries crawl crawls row swim sled prowler yoke drag lunge
      lunges bear crab duck farmer farmers bound bounds suicides relay rope-climb rope-climbs handstand-walk
      """,
    minuteEfforts: "easy steady jog warm warmup cool cooldown recovery light continuous",
    heights: "box boxes height platform deficit hurdle hurdles riser",
    attributeNouns: """
      run runs row ride swim sprint sprints jog walk ski bike erg plank hold hang rest break recovery pause stretch sit
      squat kettlebell kettlebells kb kbs db dbs dumbbell dumbbells barbell medicine wall ball plate vest sandbag box
      boxes jump shuttle shuttles carry crawl sled lunge test interval intervals repeat repeats warm cool warmup
      cooldown EMOM AMRAP cap goblet bear farmer dash relay workout session block flow meditation swing swings deadlift
      press effort efforts hill tempo
      """,
    abbreviations: PronunciationTable([
      "wk": "week", "wks": "weeks", "w/u": "warm-up", "c/d": "cool-down", "HR": "heart rate", "IM": "I M",
      "ca.": "circa",
      "hiit": "hit", "emom": "ee-mom", "emoms": "ee-moms", "E2MOM": "every 2 minutes", "E3MOM": "every 3 minutes",
      "amrap": "am-rap", "amraps": "am-raps", "RFT": "rounds for time", "AFAP": "as fast as possible",
      "KB": "kettlebell", "KBs": "kettlebells", "KBS": "kettlebell swings", "DB": "dumbbell", "DBs": "dumbbells",
      "BB": "barbell", "MB": "medicine ball", "BW": "bodyweight", "HSPU": "handstand push-ups", "T2B": "toes to bar",
      "TTB": "toes to bar", "K2E": "knees to elbows", "C2B": "chest to bar", "DU": "double-unders",
      "DUs": "double-unders", "SL": "single leg", "OHS": "overhead squat", "OHP": "overhead press",
      "SDHP": "sumo deadlift high pull", "GHD": "G H D", "ROM": "range of motion", "alt": "alternating",
      "alt.": "alternating", "w/": "with", "w/o": "without", "vs": "versus", "vs.": "versus", "max.": "max",
      "e.g.": "for example", "i.e.": "that is", "L/R": "left and right", "R/L": "right and left", "(L)": "left",
      "(R)": "right", "(L/R)": "left and right", "(R/L)": "right and left", "ea.": "each", "approx.": "about",
      "etc.": "et cetera", "+/-": "plus or minus",
    ]),
    hasDecimalComma: false)
}

extension NumberNames {
  static let english = NumberNames(
    first: """
      zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
      eighteen nineteen
      """,
    tens: "twenty thirty forty fifty sixty seventy eighty ninety",
    joined: { "\($0)-\($1)" })
}
